import { createHmac, randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { AppError } from "#shared/errors/app-error.ts";

const issuer = "marque";
const audience = "marque-product-server";
const algorithm = "HS256";
/** What kind of token it is (RFC 9068), so that none made for another purpose passes for one. */
const type = "at+jwt";

/** Seconds a token lives. */
const tokenLifetime = 3_600;

/** Whom a token speaks for: an account of the shop, for as long as this identity session lasts. */
export type TokenSubject = { accountId: string; sessionId: string };

/** A key of its own for access tokens, so that nothing else signed with the secret passes for one. */
export function accessTokenKey(secret: string): Uint8Array {
  return createHmac("sha256", secret).update("access-token").digest();
}

/** Signs an access token that ends an hour after `now`. */
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

/** Whom a token speaks for. @throws AppError token_invalid where it is forged, tampered with, foreign or over */
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
