import type { FastifyBaseLogger } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";

/** A request of the server's own to the provider. @throws AppError provider_unavailable where nothing answers */
export type Reach = (url: string, options: RequestInit) => Promise<Response>;

/** Milliseconds that the provider has for one answer. */
const patience = 5_000;

/**
 * Requests to a provider. `detour` says at which origin the server itself reaches the issuer's, where that is another
 * one than browsers use; null: at its own.
 */
export function createReach(
  issuer: string,
  detour: () => string | null,
  log: Pick<FastifyBaseLogger, "warn">,
): Reach {
  const { origin } = new URL(issuer);
  return async (address, options) => {
    const url = new URL(address);
    const other = url.origin === origin ? detour() : null;
    const target = other === null ? url : new URL(`${url.pathname}${url.search}`, other);
    try {
      // No redirects: each address comes from the provider's own description, and a code or a secret goes no further.
      return await fetch(target, {
        ...options,
        redirect: "error",
        signal: AbortSignal.timeout(patience),
      });
    } catch (error) {
      log.warn({ err: error, url: `${url.origin}${url.pathname}` }, "sign-in provider: no answer");
      throw new AppError("provider_unavailable");
    }
  };
}
