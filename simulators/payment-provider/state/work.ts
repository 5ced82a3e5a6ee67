import type { ClientBase } from "pg";
import type Stripe from "stripe";

/** The request that an event names as its cause. */
export type Cause = { id: string | null; idempotencyKey: string | null };

/** One transaction of the simulator: everything in it is kept, or nothing. */
export type Work = {
  readonly db: Pick<ClientBase, "query">;
  /** Unix seconds. */
  readonly now: number;
  readonly cause: Cause;
  /** What happened so far: written with the commit, all at once. */
  readonly events: Stripe.Event[];
};

/** Unix seconds. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
