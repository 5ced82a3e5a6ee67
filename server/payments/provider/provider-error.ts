import Stripe from "stripe";

/**
 * A failed call to the card provider. `unreachable`: it is unknown whether the call took effect; retry with the same
 * key. `failed`: an error of the provider, stored under the key; retry with another key. `refused`: do not retry.
 * `signature`: a webhook with an invalid signature.
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

/** Converts an error of the SDK. Keeps only the provider's message, because the rest may contain parts of the request. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return new ProviderError(kindOf(error), error.message, error.code ?? null);
}

// Rate limit, concurrent call with the same key, or wrong API keys: none of these says anything about the payment.
const temporary = new Set([401, 403, 409, 429]);

function kindOf(error: Stripe.errors.StripeError): ProviderError["kind"] {
  const { statusCode } = error;
  if (error instanceof Stripe.errors.StripeConnectionError || statusCode === undefined)
    return "unreachable";
  // The key was used with other parameters, before a setting or a version changed, and cannot be used again.
  if (error instanceof Stripe.errors.StripeIdempotencyError && statusCode === 400) return "failed";
  if (statusCode >= 500) return "failed";
  return temporary.has(statusCode) ? "unreachable" : "refused";
}
