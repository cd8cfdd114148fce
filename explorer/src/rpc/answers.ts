// The shapes of Referee's answers, as docs/explorer_protocol.md has them. The page only shows them; it derives no ruling from them.

import type { Json, JsonObject } from "./client";

export type GameId = string;

export interface Act {
  by: string;
  do: JsonObject;
}

/** Everything about a position and how it came about. */
export interface Case {
  game: GameId;
  ruleset?: string;
  scenario?: string;
  seed?: number;
  position?: Json;
  title?: string;
  acts?: Act[];
}

export interface Sentence {
  text: string;
  rules: string[];
  gist?: string;
}

export interface Named {
  id: string;
  name: string;
}

export interface Titled {
  id: string;
  title: string;
}

export interface GameLine {
  game: GameId;
  name: string;
  sides: string[];
  scenarios: Named[];
  rulesets: string[];
}

export interface Preset {
  name: string;
  title: string;
  options: Record<string, string>;
}

export interface OptionLine {
  id: string;
  name: string;
  title: string;
  values: string[];
  default: string;
  rules: string[];
}

export interface About {
  game: GameId;
  name: string;
  prefix: string;
  sides: Named[];
  editions: Named[];
  scenarios: Named[];
  presets: Preset[];
  options: OptionLine[];
  places: string;
}

export interface NameLine {
  kind: string;
  one: string;
  id: string;
  name: string;
  names: string[];
  what: string;
  side?: string;
  count?: number;
}

export interface NamesAnswer {
  kinds: { kind: string; one: string; count: number }[];
  names: NameLine[];
}

export interface OpeningLine {
  type: string;
  summary: string;
  fields: { name: string; values: Json; default: Json }[];
  rules: string[];
  case: Case;
}

export interface Example {
  id: string;
  game: GameId;
  title: string;
  example?: string;
  number: string;
  chapter: string;
  rules: string[];
  ruleset: string;
  steps: number;
}

export interface Opened {
  case: Case;
  begins: number;
  steps: number;
  title?: string;
  assumed: (Sentence | string)[];
  report?: Report;
}

export interface Drawn {
  svg: string;
  text: string;
  width: number;
  height: number;
  step: number;
}

export interface Choice {
  number: number;
  do: JsonObject;
  short: string;
  words: string;
  place?: string;
  from?: string;
  subjects: string[];
  odds?: string;
  events?: Sentence[];
  next?: Following;
}

export interface Due {
  by: string;
  by_words: string;
  about: string;
  words: string;
  rules: string[];
}

export interface Decision extends Due {
  count?: number;
  hidden?: boolean;
  actions?: Choice[];
}

export interface Over {
  result: string;
  words: string;
  rules: string[];
}

export interface Bare {
  words: string;
  openings: string[];
}

export interface Waiting {
  decision?: Decision;
  over?: Over;
  bare?: Bare;
}

export interface OptionsAnswer extends Waiting {
  step: number;
  steps: number;
  begins: number;
}

export interface Following {
  by?: string;
  by_words?: string;
  words?: string;
  over?: Over;
}

export type RulingWord = "legal" | "illegal" | "notation" | "not_asked" | "not_this_decision" | "not_your_decision" | "unreadable";

export interface NearMiss {
  do: JsonObject;
  short: string;
  words: string;
  changes?: { field: string; from: Json; to: Json }[];
}

export interface Ruling {
  step: number;
  by?: string;
  by_words?: string;
  do?: JsonObject;
  short?: string;
  words?: string;
  ruling: RulingWord;
  headline: string;
  sentences: Sentence[];
  near: NearMiss[];
  due?: Due;
  over?: Over;
  next?: Following;
  hash?: string;
}

export interface EditionsAnswer {
  here: { ruleset: string; ruling: RulingWord; headline: string; rules: string[] };
  presets: { ruleset: string; title: string; ruling: RulingWord; headline: string; sentences: Sentence[]; differs: boolean; without: string[] }[];
  switches: { option: string; id: string; title: string; value: string; instead_of: string; ruleset: string; ruling: RulingWord; headline: string; sentences: Sentence[] }[];
}

export interface Entry {
  step: number;
  by: string;
  by_words: string;
  about: string;
  do?: JsonObject;
  action: string;
  events: Sentence[];
  hash?: string;
}

export interface Timeline {
  steps: number;
  begins: number;
  entries: Entry[];
}

export interface Clause {
  kind: "place" | "setting" | "opening" | "other";
  head: string;
  id?: string;
  items: string[];
}

export interface Complaint {
  rule: string;
  reason: string;
  text: string;
  gist: string;
}

export interface Exported {
  case: Case;
  words: string;
  position: Json;
  trace: string;
  hash: string;
  clauses: Clause[];
  complaints: Complaint[];
}

export interface Checked extends Waiting {
  readable: boolean;
  fault?: { place: string; cause: string };
  case?: Case;
  words?: string;
  clauses?: Clause[];
  assumed?: (Sentence | string)[];
  complaints?: Complaint[];
}

export interface Setting {
  name: string;
  names: string[];
  side: boolean;
  shape: string;
  values?: Json[];
  range?: [number, number];
  kinds?: string[];
  usual?: Json;
}

export interface RuleLine {
  id: string;
  title: string;
  kind?: string;
  gist?: string;
  numbers?: Record<string, string>;
}

export interface Contents {
  game: GameId;
  name: string;
  prefix: string;
  chapters: { key: string; title: string; numbers: Record<string, string>; sections: { key: string; title: string }[]; rules: RuleLine[] }[];
}

export interface Hit {
  kind: string;
  id: string;
  title: string;
  says: string;
  rules: string[];
}

export interface Found {
  found: number;
  missing: string[];
  hits: Hit[];
}

export interface Demonstration {
  title: string;
  case: Case;
  at?: number;
  rulesets: { ruleset: string; value: string }[];
  golden?: string;
}

export interface Difference {
  id: string;
  name: string;
  title: string;
  status?: string;
  values: string[];
  default: string;
  rules: string[];
  says: { source: string; text: string }[];
  position?: string;
  results: { value: string; text: string }[];
  note?: string;
  presets: Record<string, string>;
  demonstrations: Demonstration[];
}

export interface CodePlace {
  place: string;
  path: string;
  line: number;
  name: string;
  source: boolean;
}

export interface RuleEntry {
  entry: string;
  id: string;
  game?: GameId;
  title?: string;
  kind?: string;
  gist?: string;
  numbers?: Record<string, string>;
  depends_on?: Titled[];
  needed_by?: Titled[];
  below?: RuleLine[];
  also_printed?: RuleLine[];
  printed?: RuleLine[];
  elsewhere?: Record<string, RuleLine[]>;
  about?: Titled[];
  divergences?: Difference[];
  rulings?: { id: string; question: string; reading: string; rules: string[] }[];
  errata?: { id: string; edition: string; where: string; prints: string; reading: string; rules: string[] }[];
  examples?: { id: string; title: string; golden: string[] }[];
  functions?: CodePlace[];
  tests?: CodePlace[];
  properties?: CodePlace[];
  golden?: CodePlace[];
  fired?: JsonObject;
  faults?: { noticed: number; planted: number };
  excuse?: { needs: Json; reason: string };
  // of a divergence, a ruling or an erratum by itself
  question?: string;
  reading?: string;
  rules?: string[];
  edition?: string;
  where?: string;
  prints?: string;
}

export interface Source {
  path: string;
  from: number;
  lines: string[];
  count: number;
}

export interface FactOdds {
  fact: string;
  words: string;
  expected?: string;
  values: { value: Json; words: string; odds: string; share: string }[];
}

export interface Offered {
  value: string;
  words: string;
}

export interface Chances {
  until?: Json;
  policies?: Json;
  walked: number;
  whole: boolean;
  missing?: string;
  facts: FactOdds[];
  suggested: Json[];
}

export interface Report {
  kind?: string;
  game: GameId;
  ruleset: string;
  title?: string;
  conforms: boolean;
  steps: number;
  case: Case;
  divergence?: { step: number; stretch?: number; line?: number; fault: string; headline: string; sentences: Sentence[]; rules: string[]; near: NearMiss[] };
  notes?: { step: number; text: string }[];
  expectations?: number;
  entries?: number;
  /** Where the record and the rules had parted, play goes on from the recorded position: another case. */
  later?: { entry: Json; case: Case }[];
  divergences?: { step: number; stretch: number; entry: Json; kind: string; about: string; recorded: Json; by_rules: Json; rules: string[]; ruling?: string; explained: boolean }[];
}
