import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { applyDispute } from "./apply-dispute.ts";
import { applyIntent } from "./apply-intent.ts";
import { applyRefund } from "./apply-refund.ts";
import { eachApart } from "./each-apart.ts";
import { insertEvent, lockWaitingEvent, markEvent, listWaitingEvents } from "./inbox-store.ts";
import type { VerifiedEvent } from "./payment-provider.ts";
import { eventFacts, factsOfInbox, type ProviderFacts } from "./provider-facts.ts";

type ReceiveDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Takes a verified event in, once: its id is stored in the transaction of its effect, so that a repeated one does
 * nothing. An event of an intent that we do not know yet is kept, and tried again by a job.
 */
export async function receiveEvent(deps: ReceiveDeps, event: VerifiedEvent): Promise<void> {
  const { id, type, createdAt } = event;
  const facts = eventFacts(type, event.object, createdAt);
  const isNew = await deps.db.transaction(async (tx) => {
    const state = isForeign(deps, facts) ? "ignored" : "waiting";
    // The facts alone are kept: what else the provider sends along is nobody's business here.
    const payload = JSON.parse(JSON.stringify(facts)) as Record<string, unknown>;
    if (!(await insertEvent(tx, { id, type, createdAt, payload, state }))) return false;
    if (await applyFacts(tx, deps, facts, id)) await markEvent(tx, id, "applied");
    return true;
  });
  if (isNew) await deps.catalogue.refresh();
}

/** Tries events again whose payment was not known when they came. Says how many found theirs. */
export async function retryWaitingEvents(deps: ReceiveDeps): Promise<number> {
  let applied = 0;
  await eachApart(deps, "waiting event", await listWaitingEvents(deps.db, 500), (id) =>
    deps.db.transaction(async (tx) => {
      const event = await lockWaitingEvent(tx, id);
      if (!event || !(await applyFacts(tx, deps, factsOfInbox(event.payload), id))) return;
      await markEvent(tx, id, "applied");
      applied += 1;
    }),
  );
  if (applied > 0) await deps.catalogue.refresh();
  return applied;
}

/** Whether it is nothing of ours: an account at the provider may serve several shops. */
function isForeign({ provider }: ReceiveDeps, facts: ProviderFacts): boolean {
  if (facts.kind === "intent") return facts.intent.shopId !== provider.shopId;
  return facts.kind === "other";
}

/** Applies what the provider states; false where it is of a payment that we do not know, or of no concern to us. */
async function applyFacts(
  tx: Executor,
  deps: ReceiveDeps,
  facts: ProviderFacts,
  eventId: string,
): Promise<boolean> {
  switch (facts.kind) {
    case "intent":
      return applyIntent(tx, deps, facts.intent, eventId);
    case "refund":
      return applyRefund(tx, deps, facts.refund, eventId);
    case "dispute":
      return applyDispute(tx, facts.dispute, eventId);
    case "other":
      return false;
  }
}
