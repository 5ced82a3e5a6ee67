import type { ReactNode } from "react";
import type { PaymentIntentAnswer } from "#shared/payments/payment-contract.ts";

/** What a card form needs to know of the payment it is for. */
export type CardFormProps = {
  intent: PaymentIntentAnswer;
  billing: { name: string; email: string };
  /** Told how to pay as soon as the card provider is ready, and null as long as it is not. */
  onReady: (payment: CardPayment | null) => void;
  /** Stands right under the card: the amount and the button. */
  children: ReactNode;
};

/**
 * The one way in which the payment page speaks with a card form, be it the provider's own or ours for the simulator.
 * Card data stays inside the form and goes to the provider alone.
 */
export type CardPayment = {
  /** Pays with the card that stands in the form. */
  pay(): Promise<CardOutcome>;
  /** What the provider says of this payment by itself, for instance after a challenge. */
  look(): Promise<CardOutcome>;
};

/** How it went, as far as the browser can tell. Only the server's own look at the provider makes a booking paid. */
export type CardOutcome =
  /** The provider has the money, or is working on it. */
  | { kind: "taken" }
  /** The browser is on its way to the bank's challenge. */
  | { kind: "leaving" }
  /** A challenge was opened and not finished. */
  | { kind: "unfinished" }
  /** Nothing was sent yet; the fields say what is missing. */
  | { kind: "incomplete" }
  /** Nothing was charged; `message` is the provider's. */
  | { kind: "refused"; message: string }
  /** No answer arrived, or one that means "look again": what became of it, only the server can say. */
  | { kind: "unclear"; message: string };

/** The parts of the provider's payment intent and error that the browser goes by. The same in both forms. */
export type ProviderIntent = {
  status: string;
  last_payment_error?: ProviderError | null;
};
export type ProviderError = { type?: string; code?: string; message?: string };

const brokenOff = "We lost the connection to the card provider.";

const authenticationFailed = "payment_intent_authentication_failure";

/** What an intent's state means to somebody who has just tried to pay. */
export function outcomeOfIntent({ status, last_payment_error }: ProviderIntent): CardOutcome {
  if (status === "succeeded" || status === "processing" || status === "requires_capture")
    return { kind: "taken" };
  if (status === "requires_action") return { kind: "unfinished" };
  if (status === "canceled") return { kind: "unclear", message: "This payment was canceled." };
  const message = last_payment_error && errorMessage(last_payment_error);
  return message ? { kind: "refused", message } : { kind: "incomplete" };
}

/**
 * What an error of the provider's means. A refusal of the card or of what was typed is final for this try; any other
 * may have been answered after the payment went through.
 */
export function outcomeOfError(error: ProviderError): CardOutcome {
  const { type, code } = error;
  const isFinal =
    type === "card_error" || type === "validation_error" || code === authenticationFailed;
  const message = errorMessage(error);
  if (isFinal && message) return { kind: "refused", message };
  return { kind: "unclear", message: message ?? brokenOff };
}

/** The provider's message; for a failed challenge that of its browser script, since its API's speaks to programmers. */
function errorMessage({ code, message }: ProviderError): string | undefined {
  if (code !== authenticationFailed) return message;
  return "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
}

/** The answer never came. */
export const noAnswer: CardOutcome = { kind: "unclear", message: brokenOff };
