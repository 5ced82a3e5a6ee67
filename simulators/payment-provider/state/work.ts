import type { ClientBase } from "pg";
import type Stripe from "stripe";

/** The request that caused an event. */
export type Cause = { id: string | null; idempotencyKey: string | null };

/** One transaction of the simulator. */
export type Work = {
  readonly db: Pick<ClientBase, "query">;
  /** Unix seconds. */
  readonly now: number;
  readonly cause: Cause;
  /** Events of this transaction, written just before the commit. */
  readonly events: Stripe.Event[];
};

/** Unix seconds. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
