import type Stripe from "stripe";
import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { noSuch, refused } from "#simulators/payment-provider/http/api-error.ts";
import {
  boolean,
  ignored,
  listOf,
  mergeMetadata,
  metadata,
  optionalText,
  readParams,
  shape,
  text,
  type Reader,
} from "#simulators/payment-provider/http/params.ts";
import { evidenceNames } from "#simulators/payment-provider/objects/build-dispute.ts";
import { expandObject } from "#simulators/payment-provider/objects/expand-object.ts";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import { saveObject, type Stored } from "#simulators/payment-provider/state/object-store.ts";
import { addTask } from "#simulators/payment-provider/state/task-store.ts";
import { closeDispute, isOpen, lockDispute } from "./close-dispute.ts";

const evidenceReaders = Object.fromEntries(
  evidenceNames.map((name) => [name, optionalText]),
) as Record<(typeof evidenceNames)[number], Reader<string | null | undefined>>;

const updateReaders = {
  evidence: shape(evidenceReaders),
  intended_submission_method: ignored,
  metadata,
  submit: boolean,
  expand: listOf(text),
};

/** POST /v1/disputes/:id: evidence, submitted immediately unless `submit` is false. */
export async function updateDispute(call: Call): Promise<Answer> {
  const input = readParams(call.params, updateReaders);
  const stored = await requireDispute(call);
  const dispute = stored.object;
  dispute.metadata = mergeMetadata(dispute.metadata, input.metadata);
  if (input.evidence || input.submit) {
    requireOpen(dispute);
    const given = Object.entries(input.evidence ?? {}).filter(([, value]) => value !== undefined);
    dispute.evidence = { ...dispute.evidence, ...Object.fromEntries(given) };
    dispute.evidence_details.has_evidence = true;
    if (input.submit ?? true) await submit(call, dispute);
  }
  await saveObject(call.work, "dispute", stored);
  emit(call.work, "charge.dispute.updated", dispute);
  return ok(await expandObject(call.work, dispute, input.expand));
}

/** POST /v1/disputes/:id/close: the shop accepts the dispute. */
export async function acceptDispute(call: Call): Promise<Answer> {
  const input = readParams(call.params, { expand: listOf(text) });
  requireOpen((await requireDispute(call)).object);
  const closed = await closeDispute(call.work, call.id, "lost");
  return ok(await expandObject(call.work, closed!, input.expand));
}

async function requireDispute(call: Call): Promise<Stored<"dispute">> {
  const stored = await lockDispute(call.work, call.id);
  if (!stored) throw noSuch("dispute", call.id, "dispute");
  return stored;
}

function requireOpen(dispute: Stripe.Dispute): void {
  if (!isOpen(dispute)) throw refused("This dispute is already closed");
}

async function submit({ work, setting }: Call, dispute: Stripe.Dispute): Promise<void> {
  dispute.status = dispute.status.startsWith("warning_") ? "warning_under_review" : "under_review";
  dispute.evidence_details.submission_count += 1;
  dispute.evidence_details.submission_method = "manual";
  await addTask(work, dispute.id, setting.settleAfterMs);
}
