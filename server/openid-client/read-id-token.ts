import type { FastifyBaseLogger } from "fastify";
import { errors, jwtVerify, type JWTVerifyGetKey } from "jose";
import { AppError } from "#shared/errors/app-error.ts";
import { personClaims } from "#shared/identity/third-party-contract.ts";

/** Somebody the provider knows. */
export type OpenIdPerson = {
  /** The provider's own, lasting word for them; their email may change. */
  subject: string;
  /** Lower case. */
  email: string;
  /** Whether the provider vouches for the email. */
  emailVerified: boolean;
  name: string;
};

// Signed with a key that only the provider has: never by a shared secret, and never not at all.
const algorithms = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"];

/**
 * Whom an ID token speaks of, after the checks of OpenID Connect Core 1.0, 3.1.3.7: signature, issuer, audience, time
 * and nonce.
 * @throws AppError provider_refused, or provider_unavailable where its keys cannot be read
 */
export async function readIdToken(
  idToken: string,
  expected: { issuer: string; clientId: string; keys: JWTVerifyGetKey; nonce: string },
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<OpenIdPerson> {
  const payload = await verify(idToken, expected, log);
  const claims = personClaims.safeParse(payload);
  const isOurs = payload.azp === undefined || payload.azp === expected.clientId;
  if (payload.nonce !== expected.nonce || !isOurs || !claims.success) {
    log.warn("sign-in provider: an ID token of another round trip, or without a usable email");
    throw new AppError("provider_refused");
  }
  const { sub, email, email_verified, name } = claims.data;
  return {
    subject: sub,
    email,
    emailVerified: email_verified,
    name: (name ?? "").slice(0, 120).trim() || email.slice(0, email.indexOf("@")).slice(0, 120),
  };
}

async function verify(
  idToken: string,
  { issuer, clientId, keys }: { issuer: string; clientId: string; keys: JWTVerifyGetKey },
  log: Pick<FastifyBaseLogger, "warn">,
) {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: clientId,
      algorithms,
      requiredClaims: ["sub", "exp", "iat", "nonce"],
      maxTokenAge: "10 minutes",
      clockTolerance: 60,
    });
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    // Not the error itself: it carries what the token says of the person.
    log.warn(
      { code: error.code, reason: error.message },
      "sign-in provider: an ID token that is not right",
    );
    const isDown = error instanceof errors.JWKSTimeout;
    throw new AppError(isDown ? "provider_unavailable" : "provider_refused");
  }
}
