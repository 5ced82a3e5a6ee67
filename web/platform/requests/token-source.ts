/** Where calls get their bearer token; the identity feature provides it. */
export type TokenSource = {
  /** The current token, or null when signed out. */
  read: () => string | null;
  /** The account that is signed in, by its ID; null when signed out. */
  account: () => string | null;
  /** Fetches a new token; null when the session has ended. */
  renew: () => Promise<string | null>;
};

let source: TokenSource = {
  read: () => null,
  account: () => null,
  renew: () => Promise.resolve(null),
};

export function tokenSource(): TokenSource {
  return source;
}

/** Sets the source of bearer tokens for every call from now on. */
export function setTokenSource(tokens: TokenSource): void {
  source = tokens;
}
