import {
  type CardOutcome,
  noAnswer,
  outcomeOfError,
  outcomeOfIntent,
  type ProviderError,
  type ProviderIntent,
} from "./card-payment.ts";

/** A card as typed, digits only, with a four-digit year. */
export type Card = { number: string; month: string; year: string; cvc: string };

type Intent = ProviderIntent & {
  next_action?: { redirect_to_url?: { url?: string | null } | null } | null;
};
type Answer<Body> = { body: Body } | { outcome: CardOutcome };

/** Timeout of a call in ms. */
const patience = 30_000;

/**
 * The provider's browser API, as its own script uses it, spoken to the simulator on this origin. The shop's own API
 * is under /api and never receives a card.
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
    /** Creates a payment method and confirms the payment with it. The caller handles a challenge. */
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
      // The buyer left the page during the first call, so don't charge the card.
      if (isGone()) return noAnswer;
      const intent = await send<Intent>(`${intentPath}/confirm`, {
        payment_method: method.body.id,
        client_secret: clientSecret,
        return_url: returnUrl,
      });
      if ("outcome" in intent) return intent.outcome;
      const challenge = intent.body.next_action?.redirect_to_url?.url;
      if (intent.body.status === "requires_action" && challenge)
        // The simulated bank page is on this origin, whatever host name the server uses.
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
