import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { findOr404 } from "#simulators/payment-provider/http/read-list.ts";
import { listOf, readParams, text, ignored } from "#simulators/payment-provider/http/params.ts";
import { publicIntent } from "#simulators/payment-provider/objects/build-intent.ts";
import { expandObject } from "#simulators/payment-provider/objects/expand-object.ts";
import { browserReaders } from "./intent-params.ts";
import { requireClientSecret } from "./require-client-secret.ts";

/** GET /v1/payment_intents/:id. A browser needs the client secret and gets fewer fields. */
export async function readIntent(call: Call): Promise<Answer> {
  const expand = listOf(text);
  if (call.key === "secret") {
    const input = readParams(call.params, { expand, client_secret: ignored });
    const intent = await findOr404(call, "payment_intent", "payment_intent", "intent");
    return ok(await expandObject(call.work, intent, input.expand));
  }
  const input = readParams(call.params, {
    expand,
    is_stripe_sdk: ignored,
    client_secret: browserReaders.client_secret,
  });
  const intent = await findOr404(call, "payment_intent", "payment_intent", "intent");
  requireClientSecret(intent, input.client_secret);
  const method =
    intent.payment_method && input.expand?.includes("payment_method") ? ["payment_method"] : [];
  return ok(await expandObject(call.work, publicIntent(intent), method));
}
