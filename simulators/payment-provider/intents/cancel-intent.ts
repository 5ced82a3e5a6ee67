import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { noSuch } from "#simulators/payment-provider/http/api-error.ts";
import { listOf, oneOf, readParams, text } from "#simulators/payment-provider/http/params.ts";
import { expandObject } from "#simulators/payment-provider/objects/expand-object.ts";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import { lockObject } from "#simulators/payment-provider/state/object-store.ts";
import { endTask } from "#simulators/payment-provider/state/task-store.ts";
import { updateStoredIntent } from "./attempt-payment.ts";
import { requireAllowed } from "./intent-life-cycle.ts";

const readers = {
  cancellation_reason: oneOf("abandoned", "duplicate", "fraudulent", "requested_by_customer"),
  expand: listOf(text),
};

/** POST /v1/payment_intents/:id/cancel */
export async function cancelIntent(call: Call): Promise<Answer> {
  const input = readParams(call.params, readers);
  const intent = await lockObject(call.work, "payment_intent", call.id);
  if (!intent) throw noSuch("payment_intent", call.id, "intent");
  requireAllowed("canceled", intent.object, intent.object);
  await updateStoredIntent(call.work, intent, {
    canceled_at: call.work.now,
    cancellation_reason: input.cancellation_reason ?? null,
    next_action: null,
    processing: null,
    status: "canceled",
  });
  await endTask(call.work, call.id);
  emit(call.work, "payment_intent.canceled", intent.object);
  return ok(await expandObject(call.work, intent.object, input.expand));
}
