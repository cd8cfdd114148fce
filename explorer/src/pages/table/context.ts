import type { Study } from "../../case/study";
import type { About, OptionsAnswer, Report } from "../../rpc/answers";
import type { JsonObject } from "../../rpc/client";

/** What the panels beside the board share. */
export interface TableContext {
  study: Study;
  about: About | undefined;
  options: OptionsAnswer | undefined;
  begins: number;
  step: number;
  end: number;
  report: Report | undefined;
  /** The parameters of a question asked here: the case, the step, who looks. */
  here: { case: object; at?: number; side?: string };
  play: (by: string, action: JsonObject) => void;
  goTo: (step: number) => void;
  setStudy: (study: Study) => void;
}

export interface Asked {
  do: JsonObject | string;
  by?: string | undefined;
}
