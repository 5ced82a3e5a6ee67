import {
  type CardOutcome,
  noAnswer,
  outcomeOfError,
  outcomeOfIntent,
  type ProviderError,
  type ProviderIntent,
} from "./card-payment.ts";

/** A card as it was typed, cleaned: digits only, the year with four. */
export type Card = { number: string; month: string; year: string; cvc: string };

type Intent = ProviderIntent & {
  next_action?: { redirect_to_url?: { url?: string | null } | null } | null;
};
type Answer<Body> = { body: Body } | { outcome: CardOutcome };

/** How long one call may take, in ms, until it counts as not answered. */
const patience = 30_000;

/**
 * The card provider's browser calls, spoken to the simulator at this same address: what the provider's own script does
 * inside its card element. The product server's calls are all under /api and never carry a card.
 */
export function simulatorCalls(publishableKey: string, clientSecret: string) {
  const intentPath = `/v1/payment_intents/${encodeURIComponent(clientSecret.split("_secret_")[0]!)}`;

  async function send<Body>(path: string, form?: Record<string, string>): Promise<Answer<Body>> {
    try {
      const response = await fetch(path, {
        method: form ? "POST" : "GET",
        headers: { authorization: `Bearer ${publishableKey}`, accept: "application/json" },
        body: form && new URLSearchParams(form),
        credentials: "omit",
        cache: "no-store",
        signal: AbortSignal.timeout(patience),
      });
      const body = (await response.json()) as Body | { error: ProviderError };
      if (response.ok) return { body: body as Body };
      return { outcome: outcomeOfError((body as { error?: ProviderError }).error ?? {}) };
    } catch {
      return { outcome: noAnswer };
    }
  }

  return {
    /** Makes a payment method of the card and confirms the payment with it. A challenge is left to the caller. */
    async pay(
      card: Card,
      billing: { name: string; email: string },
      returnUrl: string,
      isGone: () => boolean,
    ): Promise<CardOutcome | { kind: "challenge"; url: string }> {
      const method = await send<{ id: string }>("/v1/payment_methods", {
        type: "card",
        "card[number]": card.number,
        "card[exp_month]": card.month,
        "card[exp_year]": card.year,
        "card[cvc]": card.cvc,
        "billing_details[name]": billing.name,
        "billing_details[email]": billing.email,
      });
      if ("outcome" in method) return method.outcome;
      // The buyer left the page while the first call was under way: the card is not charged later.
      if (isGone()) return noAnswer;
      const intent = await send<Intent>(`${intentPath}/confirm`, {
        payment_method: method.body.id,
        client_secret: clientSecret,
        return_url: returnUrl,
      });
      if ("outcome" in intent) return intent.outcome;
      const challenge = intent.body.next_action?.redirect_to_url?.url;
      if (intent.body.status === "requires_action" && challenge)
        // The bank's page stands on this very address, by whatever name the server knows it.
        return { kind: "challenge", url: new URL(challenge).pathname };
      return outcomeOfIntent(intent.body);
    },

    async look(): Promise<CardOutcome> {
      const query = new URLSearchParams({ client_secret: clientSecret }).toString();
      const intent = await send<Intent>(`${intentPath}?${query}`);
      return "outcome" in intent ? intent.outcome : outcomeOfIntent(intent.body);
    },
  };
}
