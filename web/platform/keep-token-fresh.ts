import {
  onAccessTokenElsewhere,
  onAccessTokenStored,
  readAccessToken,
  readTokenClaims,
} from "./access-token.ts";
import { renewAccessToken } from "./renew-access-token.ts";

const ahead = 5 * 60_000;
const pauseAfterFailure = 30_000;

/** Milliseconds from `now` until a token that ends at `expiresAt` is to be renewed: about 5 minutes ahead, never below 0. */
export function untilRenewal(expiresAt: number, now: number): number {
  return Math.max(0, expiresAt - ahead - now);
}

/** Renews the stored token about 5 minutes before it ends, also after the page slept. Returns how to stop. */
export function keepTokenFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const plan = (atLeast = 0) => {
    clearTimeout(timer);
    const token = readAccessToken();
    const claims = token === null ? null : readTokenClaims(token);
    if (claims)
      timer = setTimeout(renew, Math.max(atLeast, untilRenewal(claims.expiresAt, Date.now())));
  };
  // Storing the new token plans the next renewal; a failure is tried again later, and the next call reports it anyway.
  const renew = () => void renewAccessToken().catch(() => plan(pauseAfterFailure));
  // A sleeping machine does not run timers.
  const woken = () => {
    if (document.visibilityState === "visible") plan();
  };

  const stopHere = onAccessTokenStored(() => plan());
  const stopElsewhere = onAccessTokenElsewhere(() => plan());
  document.addEventListener("visibilitychange", woken);
  plan();
  return () => {
    clearTimeout(timer);
    stopHere();
    stopElsewhere();
    document.removeEventListener("visibilitychange", woken);
  };
}
