import type { FastifyBaseLogger } from "fastify";
import * as openid from "openid-client";
import { AppError } from "#shared/errors/app-error.ts";
import { profileClaims } from "#shared/identity/third-party-contract.ts";
import { createProviderFetch } from "./provider-fetch.ts";

export type OpenIdSettings = {
  /** As its ID tokens name it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The origin at which the server itself reaches the issuer, if browsers use another one. */
  internalOrigin?: () => string | null;
};

/** The values that tie the provider's response to this browser. The provider sees only a hash of the verifier. */
type OpenIdFlow = { redirectUri: string; nonce: string; verifier: string };

/** A user as the provider knows them. */
export type OpenIdProfile = {
  /** The provider's permanent id of the user; the email may change. */
  subject: string;
  /** Lower case. */
  email: string;
  /** Whether the provider verified the email. */
  emailVerified: boolean;
  name: string;
};

/** One OpenID Connect provider, used with the authorization code flow and PKCE (RFC 7636, S256). */
export type OpenIdClient = {
  /** Where a browser goes to sign in. @throws AppError provider_unavailable */
  authorizationUrl(flow: OpenIdFlow & { state: string }): Promise<string>;
  /**
   * Exchanges the code for an ID token, validates it and returns the user's profile.
   * @throws AppError provider_unavailable, or provider_refused if the response cannot be trusted
   */
  readProfile(
    flow: OpenIdFlow,
    response: { code: string; iss: string | undefined },
  ): Promise<OpenIdProfile>;
};

type Log = Pick<FastifyBaseLogger, "warn">;

/** Milliseconds for which the provider's metadata is cached. */
const metadataLifetime = 60 * 60_000;

/** Seconds by which the provider's clock may differ from ours. */
const clockTolerance = 60;

/** Seconds after which an ID token is too old to sign in with, whatever its expiry. */
const maxTokenAge = 10 * 60;

/** Sends no request at startup, so a provider that is down then works as soon as it is back. */
export function createOpenIdClient(settings: OpenIdSettings, log: Log): OpenIdClient {
  let cached: { metadata: Promise<openid.Configuration>; until: number } | null = null;

  function configuration(): Promise<openid.Configuration> {
    if (cached && Date.now() < cached.until) return cached.metadata;
    const fresh = { metadata: discover(settings, log), until: Date.now() + metadataLifetime };
    cached = fresh;
    // A failure is not cached: the next sign-in tries again.
    fresh.metadata.catch(() => {
      if (cached === fresh) cached = null;
    });
    return fresh.metadata;
  }

  return {
    async authorizationUrl({ redirectUri, state, nonce, verifier }) {
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        // Let users choose an account on shared computers.
        prompt: "select_account",
      });
      return url.href;
    },

    async readProfile({ redirectUri, nonce, verifier }, { code, iss }) {
      const url = new URL(redirectUri);
      url.searchParams.set("code", code);
      if (iss !== undefined) url.searchParams.set("iss", iss);
      const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce };
      const tokens = await openid
        .authorizationCodeGrant(await configuration(), url, checks)
        .catch((error: unknown) => {
          throw refusal(error, log);
        });
      return readClaims(tokens.claims(), settings.clientId, log);
    },
  };
}

/** Reads the provider's metadata. @throws AppError provider_unavailable, also if the metadata cannot be used */
async function discover(settings: OpenIdSettings, log: Log): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const isHttps = issuer.startsWith("https:");
  const configuration = await openid
    .discovery(
      new URL(issuer),
      clientId,
      { [openid.clockTolerance]: clockTolerance },
      openid.ClientSecretBasic(clientSecret),
      {
        // Signatures are verified although the token comes from the provider itself, over TLS.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isHttps ? [] : [openid.allowInsecureRequests]),
        ],
        timeout: 5,
        [openid.customFetch]: createProviderFetch(settings, log),
      },
    )
    .catch((error: unknown) => {
      const isLogged = error instanceof Error && error.cause instanceof AppError;
      if (!isLogged) log.warn({ err: error }, "sign-in provider: unusable metadata");
      throw new AppError("provider_unavailable");
    });
  const { authorization_endpoint, token_endpoint, jwks_uri } = configuration.serverMetadata();
  const allowed = isHttps ? /^https:/ : /^https?:/;
  // Checked before any redirect, so that no code or secret ever leaves without TLS.
  if ([authorization_endpoint, token_endpoint, jwks_uri].some((url) => !allowed.test(url ?? "")))
    throw new AppError("provider_unavailable");
  return configuration;
}

function readClaims(claims: openid.IDToken | undefined, clientId: string, log: Log): OpenIdProfile {
  const profile = profileClaims.safeParse(claims);
  const isForUs = claims?.azp === undefined || claims.azp === clientId;
  const oldest = Date.now() / 1_000 - maxTokenAge - clockTolerance;
  if (!claims || !isForUs || claims.iat < oldest || !profile.success) {
    log.warn("sign-in provider: the ID token is not for us, too old or has no usable email");
    throw new AppError("provider_refused");
  }
  const { sub, email, email_verified, name } = profile.data;
  return {
    subject: sub,
    email,
    emailVerified: email_verified,
    name: (name ?? "").slice(0, 120).trim() || email.slice(0, email.indexOf("@")).slice(0, 120),
  };
}

function refusal(error: unknown, log: Log): unknown {
  if (error instanceof openid.ClientError && error.cause instanceof AppError) return error.cause;
  const isRefusal =
    error instanceof openid.ClientError ||
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.WWWAuthenticateChallengeError;
  if (!isRefusal) return error;
  // Not the error itself: its cause contains the claims of the ID token.
  const answered =
    error instanceof openid.ResponseBodyError ? error.error.slice(0, 100) : undefined;
  log.warn(
    { code: error.code, reason: error.message, error: answered },
    "sign-in provider: the response was refused",
  );
  return new AppError("provider_refused");
}
