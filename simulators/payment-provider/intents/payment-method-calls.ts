import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import {
  ignored,
  integer,
  listOf,
  oneOf,
  readParams,
  text,
} from "#simulators/payment-provider/http/params.ts";
import { publicPaymentMethod } from "#simulators/payment-provider/objects/build-intent.ts";
import { browserReaders } from "./intent-params.ts";
import { makePaymentMethod, methodReaders } from "./make-payment-method.ts";

const listReaders = {
  customer: text,
  type: text,
  limit: integer,
  starting_after: text,
  ending_before: text,
  allow_redisplay: oneOf("always", "limited", "unspecified"),
  expand: listOf(text),
};

/** POST /v1/payment_methods: called by card forms. The card number is not stored. */
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

/** GET /v1/payment_methods: always empty, because it lists the methods of a customer and the simulator has none. */
export async function listPaymentMethods(call: Call): Promise<Answer> {
  readParams(call.params, listReaders);
  return ok({ object: "list", data: [], has_more: false, url: "/v1/payment_methods" });
}
