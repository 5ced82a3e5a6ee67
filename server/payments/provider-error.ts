import Stripe from "stripe";

/**
 * What went wrong between us and the card provider. `unreachable`: nobody knows whether the call was done, the same key
 * may be tried again; `failed`: the provider's own fault, which it stores under the key, so that the next try wants
 * another; `refused`: it will not do this; `signature`: a message that is not the provider's.
 */
export class ProviderError extends Error {
  readonly kind: "unreachable" | "failed" | "refused" | "signature";
  readonly code: string | null;

  constructor(kind: ProviderError["kind"], message: string, code: string | null) {
    super(message);
    this.name = "ProviderError";
    this.kind = kind;
    this.code = code;
  }
}

/** The SDK's error in our words. Its own text can hold parts of a request, so only the provider's message is kept. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return new ProviderError(kindOf(error), error.message, error.code ?? null);
}

function kindOf(error: Stripe.errors.StripeError): ProviderError["kind"] {
  const { statusCode } = error;
  if (error instanceof Stripe.errors.StripeConnectionError || statusCode === undefined)
    return "unreachable";
  if (statusCode >= 500) return "failed";
  // Too many calls, or another call with the same key at this moment: both pass.
  return statusCode === 429 || statusCode === 409 ? "unreachable" : "refused";
}
