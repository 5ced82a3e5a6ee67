import type { FastifyBaseLogger } from "fastify";
import type { CustomFetch } from "openid-client";
import { AppError } from "#shared/errors/app-error.ts";
import { observeCall } from "#server/platform/observe-call.ts";

/**
 * Sends the server's own requests to a provider. Requests to the issuer's origin go to `internalOrigin` if it is set.
 * The returned function throws AppError provider_unavailable if the provider does not answer or has a server error.
 */
export function createProviderFetch(
  { issuer, internalOrigin }: { issuer: string; internalOrigin?: () => string | null },
  log: Pick<FastifyBaseLogger, "warn">,
): CustomFetch {
  const { origin } = new URL(issuer);
  return async (address, options) => {
    const url = new URL(address);
    const internal = url.origin === origin ? (internalOrigin?.() ?? null) : null;
    const target = internal === null ? url : new URL(`${url.pathname}${url.search}`, internal);
    const place = `${url.origin}${url.pathname}`;
    const attributes = { "http.request.method": options.method, "server.address": url.host };
    const name = `sign-in provider ${options.method}`;
    const statusOf = ({ status }: Response) => status;
    const sent = observeCall({ service: "sign_in", name, attributes, statusOf }, () =>
      send(target, options),
    );
    const response = await sent.catch((error: unknown) => {
      log.warn({ err: error, url: place }, "sign-in provider: no answer");
      throw new AppError("provider_unavailable");
    });
    if (response.status < 500) return response;
    log.warn({ status: response.status, url: place }, "sign-in provider: server error");
    await response.body?.cancel();
    throw new AppError("provider_unavailable");
  };
}

function send(url: URL, { body, ...options }: Parameters<CustomFetch>[1]): Promise<Response> {
  // Redirects are errors: every URL comes from the provider's metadata, and a code or secret goes nowhere else.
  return fetch(url, { ...options, body: body ?? null, redirect: "error" } as RequestInit);
}
