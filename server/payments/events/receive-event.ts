import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { applyDispute } from "../disputes/apply-dispute.ts";
import { applyIntent } from "../intents/apply-intent.ts";
import { applyRefund } from "../refunds/apply-refund.ts";
import { processEach } from "./process-each.ts";
import { insertEvent, lockWaitingEvent, markApplied, listWaitingEvents } from "./inbox-store.ts";
import type { VerifiedEvent } from "../provider/payment-provider.ts";
import { eventFacts, parseStoredFacts, type ProviderFacts } from "../provider/provider-facts.ts";

type ReceiveDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Applies a verified event once: its id is stored in the same transaction, so a duplicate has no effect. An event for
 * an intent that we do not know yet is stored, and a job retries it.
 */
export async function receiveEvent(deps: ReceiveDeps, event: VerifiedEvent): Promise<void> {
  const { id, type, createdAt } = event;
  const facts = eventFacts(type, event.object, createdAt);
  const isNew = await deps.db.transaction(async (tx) => {
    const state = isForeign(deps, facts) ? "ignored" : "waiting";
    // Stores only the facts we use, not the personal data in the rest of the event.
    const payload = JSON.parse(JSON.stringify(facts)) as Record<string, unknown>;
    if (!(await insertEvent(tx, { id, type, createdAt, payload, state }))) return false;
    if (await applyFacts(tx, deps, facts, id)) await markApplied(tx, id);
    return true;
  });
  if (isNew) await deps.catalogue.refresh();
}

/** Retries events whose payment was unknown. */
export async function retryWaitingEvents(deps: ReceiveDeps): Promise<void> {
  let isAnyApplied = false;
  await processEach(deps, "waiting event", await listWaitingEvents(deps.db, 500), (id) =>
    deps.db.transaction(async (tx) => {
      const event = await lockWaitingEvent(tx, id);
      if (!event || !(await applyFacts(tx, deps, parseStoredFacts(event.payload), id))) return;
      await markApplied(tx, id);
      isAnyApplied = true;
    }),
  );
  if (isAnyApplied) await deps.catalogue.refresh();
}

/** Whether the event is not for this shop: several shops may share an account at the provider. */
function isForeign({ provider }: ReceiveDeps, facts: ProviderFacts): boolean {
  if (facts.kind === "intent") return facts.intent.shopId !== provider.shopId;
  return facts.kind === "other";
}

/** Returns false if the payment is unknown or the event is of a type that we ignore. */
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
