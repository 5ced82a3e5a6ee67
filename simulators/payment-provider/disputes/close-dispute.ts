import type Stripe from "stripe";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import {
  findObject,
  listObjects,
  lockObject,
  saveObject,
  type Stored,
} from "#simulators/payment-provider/state/object-store.ts";
import { endTask } from "#simulators/payment-provider/state/task-store.ts";
import type { Work } from "#simulators/payment-provider/state/work.ts";
import { moveFunds } from "./open-dispute.ts";

const open = [
  "needs_response",
  "under_review",
  "warning_needs_response",
  "warning_under_review",
] as readonly string[];

/** Finds a dispute and locks its payment; null if there is none. */
export async function lockDispute(work: Work, id: string): Promise<Stored<"dispute"> | null> {
  const dispute = await findObject(work, "dispute", id);
  if (!dispute) return null;
  await lockObject(work, "payment_intent", String(dispute.object.payment_intent));
  return findObject(work, "dispute", id);
}

export function isOpen(dispute: Stripe.Dispute): boolean {
  return open.includes(dispute.status);
}

/** Ends an open dispute. An inquiry only closes; a won dispute returns the money. Null: it is not open. */
export async function closeDispute(
  work: Work,
  id: string,
  outcome: "won" | "lost",
): Promise<Stripe.Dispute | null> {
  const stored = await lockDispute(work, id);
  if (!stored || !isOpen(stored.object)) return null;
  const dispute = stored.object;
  const previous = { status: dispute.status };
  const inquiry = dispute.status.startsWith("warning_");
  dispute.status = inquiry ? "warning_closed" : outcome;
  dispute.is_charge_refundable = inquiry || outcome === "won";
  if (!inquiry && outcome === "won") await moveFunds(work, dispute, "reinstated");
  await endTask(work, id);
  await saveObject(work, "dispute", stored);
  if (!inquiry && outcome === "won") emit(work, "charge.dispute.funds_reinstated", dispute);
  emit(work, "charge.dispute.closed", dispute, previous);
  return dispute;
}

/** A full refund closes an inquiry. */
export async function closeInquiry(work: Work, charge: string): Promise<void> {
  const { data } = await listObjects(work, "dispute", { limit: 100, created: {}, charge });
  for (const dispute of data)
    if (dispute.status.startsWith("warning_") && isOpen(dispute))
      await closeDispute(work, dispute.id, "won");
}
