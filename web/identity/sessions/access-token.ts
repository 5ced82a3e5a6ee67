import { deviceStorage } from "#web/platform/browser-storage.ts";

// A new name would sign everyone out.
const storageKey = "access-token";
// Milliseconds the server's clock was ahead of the device's when the token was received.
const clockKey = "access-token-clock";

// For browsers whose storage is blocked or full: the sign-in lasts as long as the page. Undefined if the storage has the token.
let remembered: string | null | undefined;
let rememberedClock = 0;

/** The stored bearer token, or null. */
export function readAccessToken(): string | null {
  if (typeof window === "undefined") return null;
  return remembered === undefined ? deviceStorage.read(storageKey) : remembered;
}

/** Stores a newly issued bearer token, or removes it (null). */
export function storeAccessToken(token: string | null): void {
  const issuedAt = token === null ? null : (readTokenClaims(token)?.issuedAt ?? null);
  if (issuedAt !== null) rememberedClock = issuedAt - Date.now();
  // The clock first: other tabs read it when they see the new token.
  if (issuedAt !== null) deviceStorage.write(clockKey, String(rememberedClock));
  const isStored = deviceStorage.write(storageKey, token);
  remembered = isStored ? undefined : token;
  // No older token is left for the next page.
  if (!isStored) deviceStorage.write(storageKey, null);
  for (const listener of listeners) listener();
}

/**
 * The server's time in ms since 1970, based on the last token. The device's clock may be hours off, but token times
 * use the server's clock.
 */
export function serverNow(): number {
  return Date.now() + readClock();
}

function readClock(): number {
  const stored = Number(deviceStorage.read(clockKey) ?? rememberedClock);
  return Number.isFinite(stored) ? stored : rememberedClock;
}

const listeners = new Set<() => void>();

/** Calls `listener` whenever this page stores or removes a token. */
export function onAccessTokenStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls `listener` when another tab stores or removes a token. */
export function onAccessTokenElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    // A null key is `clear()`.
    if (event.key === storageKey || event.key === null) listener();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}

export type TokenClaims = {
  /** Milliseconds since 1970, by the server's clock. */
  expiresAt: number;
  /** The same; null if the token doesn't include it. */
  issuedAt: number | null;
  /** The account it belongs to. */
  subject: string | null;
};

/** Decodes a token without verifying it; null if it can't be read. */
export function readTokenClaims(token: string): TokenClaims | null {
  try {
    const payload = token.split(".")[1] ?? "";
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (typeof claims.exp !== "number") return null;
    return {
      expiresAt: claims.exp * 1000,
      issuedAt: typeof claims.iat === "number" ? claims.iat * 1000 : null,
      subject: typeof claims.sub === "string" ? claims.sub : null,
    };
  } catch {
    return null;
  }
}

/** Whether `token` is unexpired at `now` (ms since 1970, by the server's clock; see `serverNow`). */
export function isTokenLive(token: string | null, now: number): token is string {
  const claims = token === null ? null : readTokenClaims(token);
  return claims !== null && claims.expiresAt > now;
}
