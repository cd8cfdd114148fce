// @vitest-environment node
import { describe, expect, test } from "vitest";
import { readAddress, to } from "../src/address";
import { askedInstead, concerns, filtered, reachableFrom } from "../src/case/asking";
import { countOf, itemOf, settingOf, withItem, withOne, withoutOne, withSetting, wordsOf, type Line } from "../src/case/clauses";
import { drawn, fraction, percent, share } from "../src/fractions";
import { fitted, grown, neighbour, panned, showing, surrounding, zoomed } from "../src/picture/viewport";
import type { Choice, Setting } from "../src/rpc/answers";

describe("addresses", () => {
  test.each(["#/", "#/case/abc", "#/golden/wilderness_war/ex-7.62?at=3", "#/replay", "#/replay/abc", "#/setup", "#/setup/wilderness_war/abc", "#/rules/ww?q=ambush%20woods", "#/rule/ww:7.62", "#/editions/ww/attrition_rounding", "#/library/hs", "#/help"])("%s leads back to itself", (hash) => {
    const at = readAddress(hash);
    const written = { home: () => to.home(), case: () => at.page === "case" && to.case(at.packed), golden: () => at.page === "golden" && to.golden(at.id, at.at), replay: () => at.page === "replay" && to.replay(at.packed ?? undefined), setup: () => at.page === "setup" && to.setup(at.game ?? undefined, at.packed ?? undefined), rules: () => at.page === "rules" && to.rules(at.prefix, at.search), rule: () => at.page === "rule" && to.rule(at.id), editions: () => at.page === "editions" && to.editions(at.prefix, at.option ?? undefined), library: () => at.page === "library" && to.library(at.prefix ?? undefined), help: () => to.help(), unknown: () => "" }[at.page]();
    expect(written).toBe(hash);
  });

  test("nobody knows are told so", () => {
    expect(readAddress("#/nowhere").page).toBe("unknown");
    expect(readAddress("#/rule/%E0%A4%A").page).toBe("rule");
  });
});

describe("odds", () => {
  test("are exact, and bars follow them", () => {
    expect(fraction("7/18")).toEqual({ over: 7n, under: 18n });
    expect(share("1/3")).toBeCloseTo(1 / 3, 8);
    expect([percent("1"), percent("0"), percent("1/3"), percent("1/1000000")]).toEqual(["100 %", "0 %", "33.33 %", "< 0.01 %"]);
  });

  test("are drawn by exactly their weights", () => {
    const found = [0, 1, 2, 3, 4, 5].map((number) => drawn(["1/6", "1/2", "1/3"], (bound) => (expect(bound).toBe(6n), BigInt(number))));
    expect(found).toEqual([0, 1, 1, 1, 2, 2]);
  });
});

const choice = (number: number, given: Partial<Choice>): Choice => ({ number, do: { type: "go" }, short: "go", words: "goes", subjects: [], ...given });

describe("questions by clicking", () => {
  const offered = [choice(1, { do: { type: "go", to: "albany" }, place: "albany", from: "york", subjects: ["br_regular"], words: "goes to Albany" }), choice(2, { do: { type: "stay" }, words: "Halté" })];
  test("find what concerns a place or a like piece", () => {
    expect(offered.map((each) => concerns(each, "york", null))).toEqual([true, false]);
    expect(concerns(offered[0] as Choice, null, "br_regular_44th")).toBe(true);
  });

  test("put the place into an action that is offered", () => {
    expect(askedInstead(offered, "boston", null)).toEqual([{ type: "go", to: "boston" }]);
    expect(askedInstead(offered, "albany", null)).toEqual([]);
  });

  test("show where one may go", () => {
    expect([...reachableFrom(offered, null, null)]).toEqual([]);
    expect([...reachableFrom(offered, "york", null)]).toEqual(["albany"]);
    expect([...reachableFrom(offered, "boston", null)]).toEqual([]);
  });

  test("filter by words, accents aside", () => {
    expect(filtered(offered, "halte").map((each) => each.number)).toEqual([2]);
    expect(filtered(offered, " ")).toHaveLength(2);
  });
});

describe("clauses", () => {
  const albany = { id: "albany", name: "Albany" };
  const lines: Line[] = [{ kind: "place", head: "Albany", id: "albany", items: ["3 regulars", "fort"] }, { kind: "settings", head: "", items: ["year 1757", "early"] }];
  const year: Setting = { name: "year", names: ["year"], shape: "number", side: false } as unknown as Setting;

  test("count what stands there", () => {
    expect(countOf("3 regulars")).toEqual({ count: 3, base: "regulars" });
    expect(withOne(lines, albany, "regulars")[0]?.items).toEqual(["4 regulars", "fort"]);
    expect(withOne([], albany, "fort")).toEqual([{ kind: "place", head: "Albany", id: "albany", items: ["fort"] }]);
    expect(withoutOne(lines, 0, 0)[0]?.items).toEqual(["2 regulars", "fort"]);
    expect(withoutOne(lines, 0, 1)[0]?.items).toEqual(["3 regulars"]);
    expect(withItem(lines, 0, 1, "stockade")[0]?.items).toEqual(["3 regulars", "stockade"]);
    expect(withItem(lines, 0, 1, " ")[0]?.items).toEqual(["3 regulars"]);
    expect(itemOf(["3 British Regulars", "fort"], ["regular"])).toBe(0);
  });

  test("hold settings, short or with a head", () => {
    expect(settingOf(lines, year, null)).toEqual(["1757"]);
    const changed = withSetting(lines, year, null, ["1758"]);
    expect(settingOf(changed, year, null)).toEqual(["1758"]);
    expect(settingOf(withSetting(changed, year, null, []), year, null)).toEqual([]);
    expect(wordsOf("ww", lines)).toBe("ww: Albany: 3 regulars, fort\nyear 1757, early");
  });
});

describe("what is seen of a picture", () => {
  const whole = { x: 0, y: 0, width: 1000, height: 500 };
  test("has the shape of the window, and keeps its point when zoomed", () => {
    const seen = fitted(whole, { width: 400, height: 400 });
    expect(seen).toEqual({ x: 0, y: -250, width: 1000, height: 1000 });
    const near = zoomed(seen, 2, whole, 0.5, 0.5);
    expect(near.width).toBe(500);
    expect(near.x + near.width / 2).toBe(500);
    expect(zoomed(seen, 1000, whole).width).toBeGreaterThanOrEqual(160);
  });

  test("never leaves the picture, and moves no more than needed", () => {
    const seen = { x: 0, y: 0, width: 200, height: 200 };
    expect(panned(seen, 100, 0, whole).x).toBe(900);
    expect(showing(seen, { x: 50, y: 50, width: 10, height: 10 }, whole)).toEqual(seen);
    expect(showing(seen, { x: 500, y: 50, width: 10, height: 10 }, whole).x).toBeGreaterThan(300);
  });

  test("goes from place to place", () => {
    const points = [{ x: 10, y: 0, id: "right" }, { x: 0, y: 10, id: "below" }];
    expect(neighbour({ x: 0, y: 0 }, points, 1, 0)?.id).toBe("right");
    expect(neighbour({ x: 0, y: 0 }, points, -1, 0)).toBeUndefined();
  });

  test("surrounds what stands on it", () => {
    expect(surrounding([])).toBeNull();
    expect(surrounding([{ x: 1, y: 2, width: 3, height: 4 }, { x: 10, y: 0, width: 1, height: 1 }])).toEqual({ x: 1, y: 0, width: 10, height: 6 });
    expect(grown({ x: 5, y: 5, width: 1, height: 1 }, 2)).toEqual({ x: 3, y: 3, width: 5, height: 5 });
  });
});
