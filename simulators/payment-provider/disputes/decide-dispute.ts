import { emit } from "#simulators/payment-provider/state/event-store.ts";
import { saveObject } from "#simulators/payment-provider/state/object-store.ts";
import { endTask } from "#simulators/payment-provider/state/task-store.ts";
import type { Work } from "#simulators/payment-provider/state/work.ts";
import { closeDispute, lockDispute } from "./close-dispute.ts";
import { moveFunds } from "./open-dispute.ts";

/**
 * Decides a dispute by the text of its evidence, as test mode does. Other evidence stays under review.
 * Source: docs.stripe.com/testing#disputes.
 */
export async function decideDispute(work: Work, id: string): Promise<void> {
  const stored = await lockDispute(work, id);
  await endTask(work, id);
  if (!stored?.object.status.endsWith("under_review")) return;
  const dispute = stored.object;
  const text = dispute.evidence.uncategorized_text;
  if (text === "winning_evidence") await closeDispute(work, id, "won");
  if (text === "losing_evidence") await closeDispute(work, id, "lost");
  if (text !== "escalate_inquiry_evidence" || dispute.status !== "warning_under_review") return;
  const previous = { status: dispute.status };
  dispute.status = "needs_response";
  dispute.is_charge_refundable = false;
  await moveFunds(work, dispute, "withdrawn");
  await saveObject(work, "dispute", stored);
  emit(work, "charge.dispute.updated", dispute, previous);
  emit(work, "charge.dispute.funds_withdrawn", dispute);
}
