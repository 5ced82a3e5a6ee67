import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { noSuch } from "#simulators/payment-provider/http/api-error.ts";
import {
  listOf,
  mergeMetadata,
  metadata,
  readParams,
  text,
} from "#simulators/payment-provider/http/params.ts";
import { expandObject } from "#simulators/payment-provider/objects/expand-object.ts";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import {
  findObject,
  lockObject,
  saveObject,
} from "#simulators/payment-provider/state/object-store.ts";

/** POST /v1/refunds/:id: changes its metadata. */
export async function updateRefund(call: Call): Promise<Answer> {
  const input = readParams(call.params, { metadata, expand: listOf(text) });
  const refund = await findObject(call.work, "refund", call.id);
  if (!refund) throw noSuch("refund", call.id, "id");
  await lockObject(call.work, "payment_intent", String(refund.object.payment_intent));
  const stored = (await findObject(call.work, "refund", call.id))!;
  const before = stored.object.metadata ?? {};
  stored.object.metadata = mergeMetadata(before, input.metadata);
  await saveObject(call.work, "refund", stored);
  emit(call.work, "refund.updated", stored.object, { metadata: before });
  emit(call.work, "charge.refund.updated", stored.object, { metadata: before });
  return ok(await expandObject(call.work, stored.object, input.expand));
}
