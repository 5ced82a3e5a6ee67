import { randomInt, randomUUID } from "node:crypto";
import type Stripe from "stripe";
import type { Decline } from "#simulators/payment-provider/intents/declines.ts";
import { noBilling } from "./build-payment-method.ts";
import { randomText } from "./new-id.ts";

type ChargeInput = {
  id: string;
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  /** Null: the charge succeeded. */
  decline: Decline | null;
  /** Whether the buyer passed a 3-D Secure challenge. */
  authenticated: boolean;
  balanceTransaction: string | null;
  now: number;
};

export function buildCharge(input: ChargeInput): Stripe.Charge {
  const { intent, method, decline } = input;
  return {
    id: input.id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: input.balanceTransaction,
    billing_details: { ...noBilling, ...method.billing_details },
    calculated_statement_descriptor: intent.statement_descriptor ?? "TEST MODE",
    captured: !decline,
    created: input.now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardOf(input), type: "card" },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
}

function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  if (!decline)
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: "approved_by_network",
      reason: null,
      risk_level: "normal",
      risk_score: randomInt(1, 60),
      seller_message: "Payment complete.",
      type: "authorized",
    };
  return {
    advice_code: decline.adviceCode,
    network_advice_code: null,
    network_decline_code: decline.blocked ? null : "05",
    network_status: decline.blocked ? "not_sent_to_network" : "declined_by_network",
    reason: decline.blocked ? "highest_risk_level" : (decline.declineCode ?? decline.code),
    risk_level: decline.blocked ? "highest" : "normal",
    risk_score: decline.blocked ? 90 : randomInt(1, 60),
    seller_message: decline.blocked
      ? "The payment was blocked as too risky."
      : "The bank declined the payment.",
    type: decline.blocked ? "blocked" : "issuer_declined",
  };
}

function cardOf(input: ChargeInput): Stripe.Charge.PaymentMethodDetails.Card {
  const { method, decline, intent } = input;
  const card = method.card!;
  return {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: decline ? null : String(randomInt(100_000, 1_000_000)),
    brand: card.brand,
    checks: {
      address_line1_check: method.billing_details.address?.line1 ? "pass" : null,
      address_postal_code_check: method.billing_details.address?.postal_code ? "pass" : null,
      cvc_check:
        decline?.code === "incorrect_cvc" ? "fail" : card.checks?.cvc_check ? "pass" : null,
    },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: "disabled" },
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    incremental_authorization: { status: "unavailable" },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: "unavailable" },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: decline ? null : randomText(15).toUpperCase(),
    overcapture: { maximum_amount_capturable: intent.amount, status: "unavailable" },
    regulated_status: "unregulated",
    three_d_secure: input.authenticated ? authentication() : null,
    transaction_link_id: null,
    wallet: null,
  };
}

function authentication(): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure {
  return {
    authentication_flow: "challenge",
    electronic_commerce_indicator: "05",
    exemption_indicator: null,
    result: "authenticated",
    result_reason: null,
    transaction_id: randomUUID(),
    version: "2.2.0",
  };
}
