// @vitest-environment node
import { describe, expect, test } from "vitest";
import { packed, unpacked, BadLink, MOST_PACKED } from "../src/case/packing";
import { actsOf, caseOf, dropped, endOf, gone, MOST_LINES, played, readStudy, same, stepOf, studyOf, studyText, undone, type Study } from "../src/case/study";
import type { Act } from "../src/rpc/answers";

const act = (number: number): Act => ({ by: "british", do: { type: "go", number } });
const study = (...acts: Act[]): Study => studyOf({ game: "wilderness_war", ruleset: "standard", scenario: "early_war", acts });

describe("a study", () => {
  test("plays on at the end of its line", () => {
    const after = played(played(study(), act(1), 0), act(2), 0);
    expect(actsOf(after)).toEqual([act(1), act(2)]);
    expect(stepOf(after, 0)).toBe(2);
    expect(caseOf(after).acts).toHaveLength(2);
  });

  test("follows the line when the same is played again, whatever the order of its fields", () => {
    const back = gone(study(act(1), act(2)), 0, 0);
    const again = played(back, { by: "british", do: { number: 1, type: "go" } }, 0);
    expect(again.lines).toHaveLength(1);
    expect(stepOf(again, 0)).toBe(1);
  });

  test("makes a branch when another is played, and finds it again", () => {
    const branched = played(gone(study(act(1), act(2)), 1, 0), act(3), 0);
    expect(branched.lines).toHaveLength(2);
    expect(actsOf(branched)).toEqual([act(1), act(3)]);
    const first = gone({ ...branched, line: 0, at: null }, 1, 0);
    expect(played(first, act(3), 0).lines).toHaveLength(2);
    expect(actsOf(branched, 0)).toEqual([act(1), act(2)]);
  });

  test("forgets a branch and what leaves it", () => {
    let found = played(gone(study(act(1), act(2)), 1, 0), act(3), 0);
    found = played(gone(played(found, act(4), 0), 2, 0), act(5), 0);
    expect(found.lines).toHaveLength(3);
    expect(dropped(found, 1).lines).toHaveLength(1);
    expect(dropped(found, 2).lines).toHaveLength(2);
    expect(dropped(found, 0)).toBe(found);
  });

  test("undoes the last act, but none that a branch needs", () => {
    expect(endOf(undone(study(act(1), act(2)), 0), 0)).toBe(1);
    const branched = played(gone(study(act(1), act(2)), 2, 0), act(3), 0);
    const needed = played(gone(branched, 2, 0), act(4), 0);
    const once = undone({ ...needed, line: 0, at: null }, 0);
    expect(actsOf(once, 0)).toHaveLength(2);
    const twice = undone(once, 0);
    expect([actsOf(twice, 0).length, stepOf(twice, 0)]).toEqual([2, 1]);
    const alone = undone(played(gone(study(act(1), act(2)), 1, 0), act(3), 0), 0);
    expect(alone.lines).toHaveLength(1);
  });

  test("leaves the deal of a seed alone", () => {
    expect(undone(study(), 5)).toEqual(study());
    expect(() => played({ ...study(), at: 3 }, act(1), 5)).toThrow();
  });

  test("keeps a limited number of branches", () => {
    let found = study(act(0));
    for (let number = 1; number < MOST_LINES; number++) found = played(gone({ ...found, line: 0 }, 0, 0), act(number), 0);
    expect(() => played(gone({ ...found, line: 0 }, 0, 0), act(9999), 0)).toThrow(BadLink);
  });

  test("is the same after a link", async () => {
    const branched = { ...played(gone(study(act(1), act(2)), 1, 0), act(3), 0), side: "french" };
    expect(readStudy(await unpacked(await packed(studyText(branched))))).toEqual(branched);
  });
});

describe("a link", () => {
  test.each(["7", "{}", "[]", "{", '{"case":7}', '{"case":{"game":7}}', '{"case":{"game":"x","acts":7}}', '{"case":{"game":"x","acts":[{"by":1,"do":{}}]}}', '{"case":{"game":"x"},"branches":7}', '{"case":{"game":"x"},"branches":[{"parent":1,"from":0}]}', '{"case":{"game":"x"},"line":3}'])("that is damaged costs a message: %s", (text) => {
    expect(() => readStudy(text)).toThrow(BadLink);
  });

  test("that is too long or no link is not unpacked", async () => {
    await expect(unpacked("A".repeat(MOST_PACKED + 1))).rejects.toThrow(BadLink);
    await expect(unpacked("<script>")).rejects.toThrow(BadLink);
    await expect(unpacked("AAAA")).rejects.toThrow(BadLink);
    await expect(unpacked("A")).rejects.toThrow(BadLink);
  });

  test("that unpacks to more than any case is given up", async () => {
    const bomb = await packed("x".repeat(5_000_000));
    expect(bomb.length).toBeLessThan(MOST_PACKED);
    await expect(unpacked(bomb)).rejects.toThrow("more than is ever needed");
  });
});

test("values are the same whatever the order of their fields", () => {
  expect(same({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
  expect(same({ a: 1 }, { a: 2 })).toBe(false);
  expect(same(undefined, null)).toBe(true);
});
