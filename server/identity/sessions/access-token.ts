import { createHmac, randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { AppError } from "#shared/errors/app-error.ts";

const issuer = "marque";
const audience = "marque-product-server";
const algorithm = "HS256";
/** The token type of RFC 9068, so that tokens made for another purpose are not accepted. */
const type = "at+jwt";

/** Seconds for which a token is valid. */
const tokenLifetime = 3_600;

/** The account that a token authenticates, for as long as this session lasts. */
export type TokenSubject = { accountId: string; sessionId: string };

/** A separate key for access tokens, so that nothing else signed with the secret is accepted as one. */
export function accessTokenKey(secret: string): Uint8Array {
  return createHmac("sha256", secret).update("access-token").digest();
}

/** Signs an access token that expires an hour after `now`. */
export async function signAccessToken(
  key: Uint8Array,
  subject: TokenSubject,
  now: Date,
): Promise<{ accessToken: string; expiresAt: string }> {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  const accessToken = await new SignJWT({ sid: subject.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setSubject(subject.accountId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenLifetime)
    .setJti(randomUUID())
    .sign(key);
  return { accessToken, expiresAt: new Date((issuedAt + tokenLifetime) * 1_000).toISOString() };
}

/** Verifies an access token. @throws AppError token_invalid if it is forged, foreign or expired */
export async function verifyAccessToken(key: Uint8Array, token: string): Promise<TokenSubject> {
  const payload = await readToken(key, token);
  if (!payload || typeof payload.sub !== "string" || typeof payload.sid !== "string")
    throw new AppError("token_invalid");
  return { accountId: payload.sub, sessionId: payload.sid };
}

async function readToken(key: Uint8Array, token: string) {
  try {
    const options = {
      algorithms: [algorithm],
      typ: type,
      issuer,
      audience,
      requiredClaims: ["exp", "iat", "jti", "sub"],
    };
    return (await jwtVerify(token, key, options)).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
