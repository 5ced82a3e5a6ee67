import { ok, type Answer, type Call } from "../call.ts";
import { noSuch } from "../http/api-error.ts";
import { listOf, mergeMetadata, metadata, readParams, text } from "../http/params.ts";
import { expandObject } from "../objects/expand-object.ts";
import { emit } from "../state/event-store.ts";
import { findObject, lockObject, saveObject } from "../state/object-store.ts";

/** POST /v1/refunds/:id: words about a refund. */
export async function updateRefund(call: Call): Promise<Answer> {
  const input = readParams(call.params, { metadata, expand: listOf(text) });
  const found = await findObject(call.work, "refund", call.id);
  if (!found) throw noSuch("refund", call.id, "id");
  await lockObject(call.work, "payment_intent", String(found.object.payment_intent));
  const stored = (await findObject(call.work, "refund", call.id))!;
  const before = stored.object.metadata ?? {};
  stored.object.metadata = mergeMetadata(before, input.metadata);
  await saveObject(call.work, "refund", stored);
  emit(call.work, "refund.updated", stored.object, { metadata: before });
  emit(call.work, "charge.refund.updated", stored.object, { metadata: before });
  return ok(await expandObject(call.work, stored.object, input.expand));
}
