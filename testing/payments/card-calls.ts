import type Stripe from "stripe";

// Pays by card as a browser does, by calls to the provider. Used by the server's tests and the browser tests.

/** The provider's published test cards, by what they do; see shared/payments/test-cards.ts. */
export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  insufficientFunds: "4000000000009995",
  expired: "4000000000000069",
  wrongCvc: "4000000000000127",
  processingError: "4000000000000119",
  challenge: "4000000000003220",
  challengeEachTime: "4000002760003184",
  refundPending: "4000000000007726",
  refundFails: "4000000000005126",
  disputed: "4000000000000259",
  inquiry: "4000000000001976",
} as const;

export type CardIntent = { clientSecret: string; publishableKey: string };

/** The id of the intent of a client secret. */
export const intentIdOf = (clientSecret: string) => clientSecret.split("_secret_")[0]!;

/**
 * Creates a payment method of the card and confirms the intent with it. Returns the provider's response.
 * @param providerUrl the URL of the provider's API
 * @param returnUrl the URL to return to after a bank's challenge
 * @param billing the cardholder, as entered in the payment form
 */
export async function confirmWithCard(
  { providerUrl, returnUrl }: { providerUrl: string; returnUrl: string },
  { clientSecret, publishableKey }: CardIntent,
  number: string,
  billing: { name?: string; email?: string } = {},
): Promise<Stripe.PaymentIntent & { error?: Stripe.StripeRawError }> {
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(new URL(path, providerUrl), {
      method: "POST",
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams(form),
    });
    return (await answer.json()) as never;
  };
  const method = await post("/v1/payment_methods", {
    type: "card",
    "card[number]": number,
    "card[exp_month]": "12",
    "card[exp_year]": "2040",
    "card[cvc]": "123",
    ...(billing.name && { "billing_details[name]": billing.name }),
    ...(billing.email && { "billing_details[email]": billing.email }),
  });
  if ("error" in method) return method;
  return post(`/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`, {
    payment_method: (method as { id: string }).id,
    client_secret: clientSecret,
    return_url: returnUrl,
  });
}
