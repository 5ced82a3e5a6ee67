import type Stripe from "stripe";
import type { TestCard } from "#shared/payments/test-cards.ts";
import type { Call } from "#simulators/payment-provider/call.ts";
import { noSuch, refused } from "#simulators/payment-provider/http/api-error.ts";
import {
  metadata,
  oneOf,
  optionalText,
  required,
  shape,
  type Read,
} from "#simulators/payment-provider/http/params.ts";
import {
  buildPaymentMethod,
  noBilling,
  type CardExpiry,
} from "#simulators/payment-provider/objects/build-payment-method.ts";
import {
  lockObject,
  saveObject,
  type Stored,
} from "#simulators/payment-provider/state/object-store.ts";
import { cardOfToken, cardReaders, checkCard, fullYear } from "./card-params.ts";

const addressReader = shape({
  city: optionalText,
  country: optionalText,
  line1: optionalText,
  line2: optionalText,
  postal_code: optionalText,
  state: optionalText,
});

export const methodReaders = {
  type: required(oneOf("card")),
  card: required(shape(cardReaders)),
  billing_details: shape({
    address: addressReader,
    email: optionalText,
    name: optionalText,
    phone: optionalText,
    tax_id: optionalText,
  }),
  metadata,
  allow_redisplay: oneOf("always", "limited", "unspecified"),
};

type MethodInput = Read<typeof methodReaders>;
type Context = Pick<Call, "work" | "setting">;

/** Stores a card as a payment method, without its number and CVC. @throws ApiError 402 */
export async function makePaymentMethod(context: Context, input: MethodInput) {
  const now = new Date(context.work.now * 1000);
  const card = checkCard(input.card, now);
  return keep(context, {
    card,
    expiry: { month: input.card.exp_month, year: fullYear(input.card.exp_year) },
    cvcGiven: input.card.cvc !== undefined,
    billing: billingOf(input.billing_details),
    metadata: input.metadata ?? {},
  });
}

/** Locks the payment method with this ID, or creates one for a token such as `pm_card_visa`. @throws ApiError 404 */
export async function lockPaymentMethod(
  context: Context,
  id: string,
): Promise<Stored<"payment_method">> {
  const card = cardOfToken(id);
  const stored = card
    ? await keepToken(context, card)
    : await lockObject(context.work, "payment_method", id);
  if (!stored) throw noSuch("PaymentMethod", id, "payment_method");
  if (stored.hidden.used)
    throw refused(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a " +
        "connected account without Customer attachment, or was detached from a Customer. It may not be used again. " +
        "To use a PaymentMethod multiple times, you must attach it to a Customer first.",
    );
  return stored;
}

function keepToken(context: Context, card: TestCard) {
  const year = new Date(context.work.now * 1000).getUTCFullYear() + 1;
  return keep(context, {
    card,
    expiry: { month: 12, year },
    cvcGiven: true,
    billing: noBilling,
    metadata: {},
  });
}

async function keep(
  { work, setting }: Context,
  input: {
    card: TestCard;
    expiry: CardExpiry;
    cvcGiven: boolean;
    billing: Stripe.PaymentMethod.BillingDetails;
    metadata: Record<string, string>;
  },
): Promise<Stored<"payment_method">> {
  const object = buildPaymentMethod({
    ...input,
    fingerprintKey: setting.fingerprintKey,
    now: work.now,
  });
  const stored = {
    object,
    hidden: { payment: input.card.payment, aftermath: input.card.aftermath ?? null },
  };
  await saveObject(work, "payment_method", stored);
  return stored;
}

function billingOf(given: MethodInput["billing_details"]): Stripe.PaymentMethod.BillingDetails {
  return {
    address: {
      city: given?.address?.city ?? null,
      country: given?.address?.country ?? null,
      line1: given?.address?.line1 ?? null,
      line2: given?.address?.line2 ?? null,
      postal_code: given?.address?.postal_code ?? null,
      state: given?.address?.state ?? null,
    },
    email: given?.email ?? null,
    name: given?.name ?? null,
    phone: given?.phone ?? null,
    tax_id: given?.tax_id ?? null,
  };
}
