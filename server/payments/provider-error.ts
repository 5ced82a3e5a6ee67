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

// Too many calls, another call with the same key at this moment, or keys of ours that the operator has to mend: none of
// them says anything about the payment.
const passing = new Set([401, 403, 409, 429]);

function kindOf(error: Stripe.errors.StripeError): ProviderError["kind"] {
  const { statusCode } = error;
  if (error instanceof Stripe.errors.StripeConnectionError || statusCode === undefined)
    return "unreachable";
  // The key was used for something else, before a setting or a version changed: it is no use any more.
  if (error instanceof Stripe.errors.StripeIdempotencyError && statusCode === 400) return "failed";
  if (statusCode >= 500) return "failed";
  return passing.has(statusCode) ? "unreachable" : "refused";
}
