import type { FormMap } from "./http/parse-form.ts";
import type { Work } from "./state/work.ts";

/** What the simulator is set up with. */
export type Setting = {
  /** Base of absolute addresses, as browsers see them. */
  publicAddress: () => string;
  /** Mixed into the cards' fingerprints. */
  fingerprintKey: string;
  /** After how long pending things go on by themselves; null: only when told to. */
  settleAfterMs: number | null;
};

/** One call of the API, in its transaction. */
export type Call = {
  work: Work;
  setting: Setting;
  params: FormMap;
  /** The identifier in the path, or an empty text. */
  id: string;
  key: "secret" | "publishable";
};

export type Answer = { status: number; body: object };
export type Handler = (call: Call) => Promise<Answer>;

export function ok(body: object): Answer {
  return { status: 200, body };
}
