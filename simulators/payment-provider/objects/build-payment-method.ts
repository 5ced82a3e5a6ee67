import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import type { TestCard } from "#shared/payments/test-cards.ts";
import { newId } from "./new-id.ts";

export type CardExpiry = { month: number; year: number };

/** Contains only the card data that the provider shows: no number and no CVC. */
export function buildPaymentMethod(input: {
  card: TestCard;
  expiry: CardExpiry;
  cvcGiven: boolean;
  billing: Stripe.PaymentMethod.BillingDetails;
  metadata: Record<string, string>;
  fingerprintKey: string;
  now: number;
}): Stripe.PaymentMethod {
  const { card, expiry } = input;
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: input.billing,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: input.cvcGiven ? "unchecked" : null,
      },
      country: card.country,
      display_brand: displayBrand(card.brand),
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: fingerprintOf(card.number, input.fingerprintKey),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: input.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: input.metadata,
    type: "card",
  };
}

export const noBilling: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** The same for the same card. The number cannot be computed from it. */
function fingerprintOf(number: string, key: string): string {
  return createHmac("sha256", key)
    .update(number)
    .digest("base64")
    .replace(/[^A-Za-z0-9]/g, "")
    .slice(0, 16);
}

function displayBrand(brand: TestCard["brand"]): string {
  return brand === "amex" ? "american_express" : brand === "diners" ? "diners_club" : brand;
}
