import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { createOpenIdClient, type OpenIdClient } from "#server/openid-client/public.ts";
import { googleCallbackPath } from "#server/identity/public.ts";
import { openidPath } from "#simulators/openid-provider/openid-path.ts";
import type { OpenidProvider } from "#simulators/openid-provider/start-openid-provider.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { OpenDatabase } from "#server/platform/database/database.ts";
import { trustedOrigins } from "#server/platform/http/trusted-origins.ts";
import type { ShopAddress } from "./start-payment-provider.ts";

/** The demo's OpenID provider as the listener knows it. */
export type OpenidHandler = { handle(request: IncomingMessage, response: ServerResponse): void };

const googleIssuer = "https://accounts.google.com";

/**
 * Sign-in with Google if its keys are set. Without them, demo mode starts its own OpenID provider at the shop's URL on
 * the first request. Both use the same client.
 */
export function startSignInProvider(
  config: Config,
  {
    secret,
    address,
    log,
    pool,
  }: {
    secret: string;
    address: ShopAddress;
    log: FastifyBaseLogger;
    pool: OpenDatabase["pool"];
  },
): { google: OpenIdClient | null; openid: OpenidHandler | null } {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config;
  if (clientId && clientSecret) {
    const issuer = config.GOOGLE_ISSUER_URL ?? googleIssuer;
    return { google: createOpenIdClient({ issuer, clientId, clientSecret }, log), openid: null };
  }
  if (!config.demo) return { google: null, openid: null };

  const derive = (purpose: string) => createHmac("sha256", secret).update(purpose).digest();
  // Known only once the shop listens.
  const issuer = () => new URL(openidPath, address.public()).href;
  const client = { clientId: "shop", clientSecret: derive("openid client").toString("base64url") };
  const origins = () => [...new Set([new URL(address.public()).origin, ...trustedOrigins(config)])];
  const provider = once(async () => {
    const { startOpenidProvider } =
      await import("#simulators/openid-provider/start-openid-provider.ts");
    return startOpenidProvider({
      ...client,
      issuer: issuer(),
      redirectUris: origins().map((origin) => `${origin}${googleCallbackPath}`),
      secret: derive("openid provider"),
      pool,
      log,
    });
  });
  const google = once(() =>
    createOpenIdClient({ ...client, issuer: issuer(), internalOrigin: address.own }, log),
  );
  return {
    google: {
      authorizationUrl: (flow) => google().authorizationUrl(flow),
      readProfile: (flow, response) => google().readProfile(flow, response),
    },
    openid: { handle: (request, response) => void answer(provider, request, response, log) },
  };
}

async function answer(
  provider: () => Promise<OpenidProvider>,
  request: IncomingMessage,
  response: ServerResponse,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await (await provider()).handle(request, response);
  } catch (error) {
    if (request.errored) log.info("openid provider: the request was cut off");
    else log.error({ err: error }, "openid provider: no answer");
    response.destroy();
  }
}

function once<Made>(make: () => Made): () => Made {
  let made: { it: Made } | null = null;
  return () => (made ??= { it: make() }).it;
}
