import type { FormMap } from "./http/parse-form.ts";
import type { Work } from "./state/work.ts";

/** Settings of a running simulator. */
export type Setting = {
  /** Base of absolute URLs, as browsers see them. */
  publicAddress: () => string;
  /** HMAC key for card fingerprints. */
  fingerprintKey: string;
  /** Delay before pending tasks run by themselves; null: they only run through the control API. */
  settleAfterMs: number | null;
};

/** One API call, in its transaction. */
export type Call = {
  work: Work;
  setting: Setting;
  params: FormMap;
  /** The ID in the path, or an empty string. */
  id: string;
  key: "secret" | "publishable";
};

export type Answer = { status: number; body: object };
export type Handler = (call: Call) => Promise<Answer>;

export function ok(body: object): Answer {
  return { status: 200, body };
}

/** Version of the provider's API that the simulator implements: the one of the server's SDK. */
export const apiVersion = "2026-10-28.endive";
