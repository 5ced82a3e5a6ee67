import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { ignored, listOf, readParams, text } from "#simulators/payment-provider/http/params.ts";
import { publicPaymentMethod } from "#simulators/payment-provider/objects/build-intent.ts";
import { browserReaders } from "./intent-params.ts";
import { makePaymentMethod, methodReaders } from "./make-payment-method.ts";

/** POST /v1/payment_methods: what a card form sends. The number goes no further than this call. */
export async function createPaymentMethod(call: Call): Promise<Answer> {
  const browser = call.key === "publishable";
  const { client_secret: _, ...own } = browserReaders;
  const input = readParams(call.params, {
    ...methodReaders,
    ...(browser && { ...own, guid: ignored, muid: ignored, sid: ignored }),
    expand: listOf(text),
  });
  const { object } = await makePaymentMethod(call, input);
  return ok(browser ? publicPaymentMethod(object) : object);
}
