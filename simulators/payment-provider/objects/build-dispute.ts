import type Stripe from "stripe";
import { newId } from "./new-id.ts";

export type DisputeReason = "fraudulent" | "product_not_received" | "general";

const week = 7 * 86_400;

export function buildDispute(input: {
  charge: Stripe.Charge;
  reason: DisputeReason;
  inquiry: boolean;
  now: number;
}): Stripe.Dispute {
  const card = input.charge.payment_method_details?.card;
  return {
    id: newId("du"),
    object: "dispute",
    amount: input.charge.amount - input.charge.amount_refunded,
    balance_transactions: [],
    charge: input.charge.id,
    created: input.now,
    currency: input.charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(),
    evidence_details: {
      due_by: input.now + week,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: input.inquiry,
    livemode: false,
    metadata: {},
    payment_intent: input.charge.payment_intent,
    payment_method_details: {
      card: {
        brand: card?.brand ?? "visa",
        case_type: input.inquiry ? "inquiry" : "chargeback",
        network: card?.network ?? "visa",
        network_reason_code: input.reason === "fraudulent" ? "10.4" : "13.1",
      },
      type: "card",
    },
    reason: input.reason,
    status: input.inquiry ? "warning_needs_response" : "needs_response",
  };
}

export const evidenceNames = [
  "access_activity_log",
  "billing_address",
  "cancellation_policy",
  "cancellation_policy_disclosure",
  "cancellation_rebuttal",
  "customer_communication",
  "customer_email_address",
  "customer_name",
  "customer_purchase_ip",
  "customer_signature",
  "duplicate_charge_documentation",
  "duplicate_charge_explanation",
  "duplicate_charge_id",
  "product_description",
  "receipt",
  "refund_policy",
  "refund_policy_disclosure",
  "refund_refusal_explanation",
  "service_date",
  "service_documentation",
  "shipping_address",
  "shipping_carrier",
  "shipping_date",
  "shipping_documentation",
  "shipping_tracking_number",
  "uncategorized_file",
  "uncategorized_text",
] as const satisfies (keyof Stripe.Dispute.Evidence)[];

type EvidenceTexts = Record<(typeof evidenceNames)[number], string | null>;

function emptyEvidence(): Stripe.Dispute.Evidence {
  const texts = Object.fromEntries(evidenceNames.map((name) => [name, null])) as EvidenceTexts;
  return { ...texts, enhanced_evidence: {} };
}
