import { createHash } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import { discover, type Provider } from "./discover.ts";
import { exchangeCode } from "./exchange-code.ts";
import { createReach } from "./reach.ts";
import { readIdToken, type OpenIdPerson } from "./read-id-token.ts";

export type { OpenIdPerson } from "./read-id-token.ts";

export type OpenIdSettings = {
  /** As its ID tokens name it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The origin at which the server itself reaches the issuer, where browsers use another. */
  detour?: () => string | null;
};

/** What belongs to one round trip and is known to this server and, by digest, to the provider. */
export type Trip = { redirectUri: string; nonce: string; verifier: string };

/** One OpenID Connect provider, spoken to by the authorization code flow with PKCE (RFC 7636, S256). */
export type OpenIdClient = {
  /** Where a browser goes to sign in. @throws AppError provider_unavailable */
  authorizationUrl(trip: Trip & { state: string }): Promise<string>;
  /**
   * Whom the provider vouches for, once its answer is checked.
   * @throws AppError provider_unavailable, or provider_refused where the answer cannot be trusted
   */
  readPerson(trip: Trip, answer: { code: string; iss: string | undefined }): Promise<OpenIdPerson>;
};

/** Milliseconds for which the provider's description of itself holds. */
const descriptionLife = 60 * 60_000;

/** Asks nothing at start: a provider that is down then works as soon as it is back. */
export function createOpenIdClient(
  settings: OpenIdSettings,
  log: Pick<FastifyBaseLogger, "warn">,
): OpenIdClient {
  const { issuer, clientId } = settings;
  const reach = createReach(issuer, settings.detour ?? (() => null), log);
  let known: { provider: Promise<Provider>; until: number } | null = null;

  function provider(): Promise<Provider> {
    if (known && Date.now() < known.until) return known.provider;
    const asked = { provider: discover(issuer, reach), until: Date.now() + descriptionLife };
    known = asked;
    // A failure is not kept: the next person asks anew.
    asked.provider.catch(() => {
      if (known === asked) known = null;
    });
    return asked.provider;
  }

  return {
    async authorizationUrl({ redirectUri, state, nonce, verifier }) {
      const url = new URL((await provider()).authorizationEndpoint);
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const parameters = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: "S256",
        // Who shares a machine is asked who they are.
        prompt: "select_account",
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    async readPerson(trip, { code, iss }) {
      const { tokenEndpoint, keys, namesItself } = await provider();
      if (iss === undefined ? namesItself : iss !== issuer) {
        log.warn({ iss }, "sign-in provider: the answer comes from another issuer");
        throw new AppError("provider_refused");
      }
      const idToken = await exchangeCode(reach, { ...settings, ...trip, tokenEndpoint, code }, log);
      return readIdToken(idToken, { issuer, clientId, keys, nonce: trip.nonce }, log);
    },
  };
}
