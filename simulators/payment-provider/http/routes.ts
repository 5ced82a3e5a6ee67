import { readAccount, readBalance } from "#simulators/payment-provider/account/read-account.ts";
import type { Handler } from "#simulators/payment-provider/call.ts";
import { cancelIntent } from "#simulators/payment-provider/intents/cancel-intent.ts";
import { confirmIntent } from "#simulators/payment-provider/intents/confirm-intent.ts";
import { createIntent } from "#simulators/payment-provider/intents/create-intent.ts";
import {
  createPaymentMethod,
  listPaymentMethods,
} from "#simulators/payment-provider/intents/payment-method-calls.ts";
import { readIntent } from "#simulators/payment-provider/intents/read-intent.ts";
import { updateIntent } from "#simulators/payment-provider/intents/update-intent.ts";
import {
  acceptDispute,
  updateDispute,
} from "#simulators/payment-provider/disputes/update-dispute.ts";
import { createRefund } from "#simulators/payment-provider/refunds/create-refund.ts";
import { updateRefund } from "#simulators/payment-provider/refunds/update-refund.ts";
import { readEvent, readEvents } from "#simulators/payment-provider/webhooks/read-events.ts";
import { readList, readOne } from "./read-list.ts";

type Route = {
  method: "GET" | "POST";
  /** `:id` matches an ID. */
  path: string;
  handler: Handler;
  /** Allowed with the publishable key. */
  browser?: boolean;
};

/** The calls of the provider's API that the simulator implements. */
const routes: readonly Route[] = [
  { method: "POST", path: "/v1/payment_intents", handler: createIntent },
  {
    method: "GET",
    path: "/v1/payment_intents",
    handler: readList("payment_intent", "/v1/payment_intents", ["customer"]),
  },
  { method: "GET", path: "/v1/payment_intents/:id", handler: readIntent, browser: true },
  { method: "POST", path: "/v1/payment_intents/:id", handler: updateIntent },
  {
    method: "POST",
    path: "/v1/payment_intents/:id/confirm",
    handler: confirmIntent,
    browser: true,
  },
  { method: "POST", path: "/v1/payment_intents/:id/cancel", handler: cancelIntent },
  { method: "POST", path: "/v1/payment_methods", handler: createPaymentMethod, browser: true },
  { method: "GET", path: "/v1/payment_methods", handler: listPaymentMethods },
  {
    method: "GET",
    path: "/v1/payment_methods/:id",
    handler: readOne("payment_method", "PaymentMethod", "payment_method"),
  },
  {
    method: "GET",
    path: "/v1/charges",
    handler: readList("charge", "/v1/charges", ["payment_intent", "customer"]),
  },
  { method: "GET", path: "/v1/charges/:id", handler: readOne("charge", "charge", "id") },
  { method: "POST", path: "/v1/refunds", handler: createRefund },
  {
    method: "GET",
    path: "/v1/refunds",
    handler: readList("refund", "/v1/refunds", ["payment_intent", "charge"]),
  },
  { method: "POST", path: "/v1/refunds/:id", handler: updateRefund },
  { method: "GET", path: "/v1/refunds/:id", handler: readOne("refund", "refund", "id") },
  {
    method: "GET",
    path: "/v1/disputes",
    handler: readList("dispute", "/v1/disputes", ["payment_intent", "charge"]),
  },
  { method: "GET", path: "/v1/disputes/:id", handler: readOne("dispute", "dispute", "id") },
  { method: "POST", path: "/v1/disputes/:id", handler: updateDispute },
  { method: "POST", path: "/v1/disputes/:id/close", handler: acceptDispute },
  { method: "GET", path: "/v1/account", handler: readAccount },
  { method: "GET", path: "/v1/balance", handler: readBalance },
  {
    method: "GET",
    path: "/v1/balance_transactions",
    handler: readList("balance_transaction", "/v1/balance_transactions"),
  },
  {
    method: "GET",
    path: "/v1/balance_transactions/:id",
    handler: readOne("balance_transaction", "balance transaction", "id"),
  },
  { method: "GET", path: "/v1/events", handler: readEvents },
  { method: "GET", path: "/v1/events/:id", handler: readEvent },
];

export type Match = { route: Route; id: string };

export function matchRoute(method: string, path: string): Match | null {
  const parts = path.split("/");
  for (const route of routes) {
    const wanted = route.path.split("/");
    if (route.method !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, at) => part === ":id" || part === parts[at])) continue;
    return { route, id: parts[wanted.indexOf(":id")] ?? "" };
  }
  return null;
}
