import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import {
  integer,
  listOf,
  oneOf,
  readParams,
  text,
} from "#simulators/payment-provider/http/params.ts";

const readers = {
  customer: text,
  type: text,
  limit: integer,
  starting_after: text,
  ending_before: text,
  allow_redisplay: oneOf("always", "limited", "unspecified"),
  expand: listOf(text),
};

/** GET /v1/payment_methods lists those attached to a customer, and the simulator has no customers. */
export async function readAttachedMethods(call: Call): Promise<Answer> {
  readParams(call.params, readers);
  return ok({ object: "list", data: [], has_more: false, url: "/v1/payment_methods" });
}
