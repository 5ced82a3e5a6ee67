// The seed's client keeps its token here, under this name.
const storageKey = "access-token";
// How far the server's clock was ahead of the device's, in ms, when that token was received.
const clockKey = "access-token-clock";

// Where the browser refuses storage (some private modes) a sign-in lasts as long as the page.
let remembered: string | null = null;
let rememberedClock = 0;

/** The stored bearer token, or null. */
export function readAccessToken(): string | null {
  if (typeof window === "undefined") return null;
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return remembered;
  }
}

/** Stores a bearer token that the server has just issued; null forgets it. */
export function storeAccessToken(token: string | null): void {
  remembered = token;
  const issuedAt = token === null ? null : (readTokenClaims(token)?.issuedAt ?? null);
  if (issuedAt !== null) rememberedClock = issuedAt - Date.now();
  try {
    // The clock first: another tab reads it when it hears of the token.
    if (issuedAt !== null) window.localStorage.setItem(clockKey, String(rememberedClock));
    if (token === null) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, token);
  } catch {
    // Remembered above.
  }
  for (const listener of listeners) listener();
}

/**
 * The server's time, in ms since 1970, as far as the last token told it. The device's own clock may be hours off, and a
 * token's times are the server's.
 */
export function serverNow(): number {
  return Date.now() + readClock();
}

function readClock(): number {
  try {
    const stored = Number(window.localStorage.getItem(clockKey) ?? rememberedClock);
    return Number.isFinite(stored) ? stored : rememberedClock;
  } catch {
    return rememberedClock;
  }
}

const listeners = new Set<() => void>();

/** Calls `listener` whenever this page stores or forgets a token. */
export function onAccessTokenStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls `listener` when another tab stores or forgets a token. */
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
  /** The same; null where the token does not say it. */
  issuedAt: number | null;
  /** The account it speaks for. */
  subject: string | null;
};

/** What a token says of itself; null where it cannot be read. Not a proof of anything. */
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

/** Whether `token` has not ended at `now` (ms since 1970, by the server's clock: see `serverNow`). */
export function isTokenLive(token: string | null, now: number): token is string {
  const claims = token === null ? null : readTokenClaims(token);
  return claims !== null && claims.expiresAt > now;
}
