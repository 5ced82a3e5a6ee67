import type { PaymentIntentAnswer } from "#shared/payments/payment-contract.ts";
import type { Elements } from "#web/ui/fields/elements.ts";

/** Props of a card form. */
export type CardFormProps = {
  intent: PaymentIntentAnswer;
  billing: { name: string; email: string };
  /** Called with the payment once the provider is ready, and with null while it isn't. */
  onReady: (payment: CardPayment | null) => void;
  /** Shown below the card fields: the amount and the button. */
  children: Elements;
};

/**
 * Interface between the payment page and a card form, the provider's or the simulator's. Card data stays in the form
 * and goes only to the provider.
 */
export type CardPayment = {
  /** Pays with the card entered in the form. */
  pay(): Promise<CardOutcome>;
  /** The provider's state of this payment, for example after a challenge. */
  look(): Promise<CardOutcome>;
};

/** The outcome as far as the browser knows. Only the server's check with the provider marks a booking as paid. */
export type CardOutcome =
  /** The provider has the money or is processing it. */
  | { kind: "taken" }
  /** The browser is navigating to the bank's challenge. */
  | { kind: "leaving" }
  /** A challenge was started but not completed. */
  | { kind: "unfinished" }
  /** Nothing was sent; the fields show what is missing. */
  | { kind: "incomplete" }
  /** Nothing was charged; `message` comes from the provider. */
  | { kind: "refused"; message: string }
  /** The payment was canceled, so nothing was charged; the server may know why. */
  | { kind: "canceled"; message: string }
  /** No conclusive response; only the server can find out. */
  | { kind: "unclear"; message: string };

/** The parts of the provider's payment intent and error that both forms use. */
export type ProviderIntent = {
  status: string;
  last_payment_error?: ProviderError | null;
};
export type ProviderError = { type?: string; code?: string; message?: string };

const brokenOff = "We lost the connection to the card provider.";

const authenticationFailed = "payment_intent_authentication_failure";

/** Maps an intent's state to an outcome. */
export function outcomeOfIntent({ status, last_payment_error }: ProviderIntent): CardOutcome {
  if (status === "succeeded" || status === "processing" || status === "requires_capture")
    return { kind: "taken" };
  if (status === "requires_action") return { kind: "unfinished" };
  if (status === "canceled") return { kind: "canceled", message: "This payment was canceled." };
  const message = last_payment_error && errorMessage(last_payment_error);
  return message ? { kind: "refused", message } : { kind: "incomplete" };
}

/**
 * Maps a provider error to an outcome. A declined card or invalid input is final for this attempt; other errors may
 * arrive after the payment went through.
 */
export function outcomeOfError(error: ProviderError): CardOutcome {
  const { type, code } = error;
  const isFinal =
    type === "card_error" || type === "validation_error" || code === authenticationFailed;
  const message = errorMessage(error);
  if (isFinal && message) return { kind: "refused", message };
  return { kind: "unclear", message: message ?? brokenOff };
}

/**
 * The provider's message. For a failed challenge we use the text of its browser script, because the API's is meant
 * for developers.
 */
function errorMessage({ code, message }: ProviderError): string | undefined {
  if (code !== authenticationFailed) return message;
  return "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
}

/** No response arrived. */
export const noAnswer: CardOutcome = { kind: "unclear", message: brokenOff };
