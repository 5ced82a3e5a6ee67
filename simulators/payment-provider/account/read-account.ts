import type Stripe from "stripe";
import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { listOf, readParams, text } from "#simulators/payment-provider/http/params.ts";
import { sumBalance } from "#simulators/payment-provider/state/object-store.ts";

/** GET /v1/account: the account that every key of the simulator belongs to. */
export async function readAccount(call: Call): Promise<Answer> {
  readParams(call.params, { expand: listOf(text) });
  const account: Stripe.Account = {
    id: "acct_1TestModeSimulator",
    object: "account",
    business_profile: null,
    business_type: null,
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled: true,
    country: "US",
    created: 1_767_225_600,
    default_currency: "usd",
    details_submitted: true,
    email: "simulator@marque.example",
    metadata: {},
    payouts_enabled: false,
    settings: null,
    type: "standard",
  };
  return ok(account);
}

/** GET /v1/balance, computed from all balance transactions. */
export async function readBalance(call: Call): Promise<Answer> {
  readParams(call.params, { expand: listOf(text) });
  const sums = await sumBalance(call.work);
  const lines = (key: "available" | "pending") => {
    const balances = sums.length > 0 ? sums : [{ currency: "usd", available: 0, pending: 0 }];
    return balances.map((sum) => ({
      amount: sum[key],
      currency: sum.currency,
      source_types: { card: sum[key] },
    }));
  };
  const balance: Stripe.Balance = {
    object: "balance",
    available: lines("available"),
    livemode: false,
    pending: lines("pending"),
  };
  return ok(balance);
}
