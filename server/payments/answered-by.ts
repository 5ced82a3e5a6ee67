import { AppError } from "#shared/errors/app-error.ts";
import { ProviderError } from "./provider-error.ts";

/**
 * The provider's answer within a caller's own request.
 * @throws AppError payment_unavailable where it did not answer, payment_not_possible with its words where it refused
 */
export async function answeredBy<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "refused" && error.code?.startsWith("amount_too_"))
      throw new AppError("payment_not_possible", { message: error.message });
    throw new AppError("payment_unavailable", { retryAfter: 5 });
  }
}
