import {
  onAccessTokenElsewhere,
  onAccessTokenStored,
  readAccessToken,
  readTokenClaims,
  serverNow,
  type TokenClaims,
} from "./access-token.ts";
import { renewAccessToken } from "./renew-access-token.ts";

const ahead = 5 * 60_000;
const shortestPause = 30_000;
const longestPause = 10 * 60_000;

/**
 * Milliseconds from `now` (server time) until a token should be renewed: about 5 minutes before it expires, or
 * halfway through the life of a token shorter than 10 minutes. Never negative.
 * @internal
 */
export function untilRenewal(
  { issuedAt, expiresAt }: Pick<TokenClaims, "issuedAt" | "expiresAt">,
  now: number,
): number {
  const margin = issuedAt === null ? ahead : Math.min(ahead, (expiresAt - issuedAt) / 2);
  return Math.max(0, expiresAt - margin - now);
}

/** Minimum milliseconds between two renewals, doubled with each consecutive failure. @internal */
export function pauseAfter(failures: number): number {
  return Math.min(shortestPause * 2 ** failures, longestPause);
}

/**
 * Renews the stored token about 5 minutes before it expires, also after the page was suspended. Tabs take turns, so
 * one renewal serves all. Returns a function that stops it.
 */
export function keepTokenFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let notBefore = 0;

  const plan = () => {
    clearTimeout(timer);
    const token = readAccessToken();
    const claims = token === null ? null : readTokenClaims(token);
    if (!claims) return;
    const wait = Math.max(untilRenewal(claims, serverNow()), notBefore - performance.now());
    timer = setTimeout(() => void renew(token), wait);
  };

  // Failures are retried later, and the next call that needs a token reports them anyway.
  const renew = async (due: string | null) => {
    notBefore = performance.now() + pauseAfter(failures);
    try {
      await inTurn(async () => {
        // Another tab may have renewed it while this one waited for its turn.
        if (readAccessToken() === due) await renewAccessToken();
      });
      failures = 0;
    } catch {
      failures += 1;
    }
    notBefore = performance.now() + pauseAfter(failures);
    plan();
  };

  // Timers don't run while the machine sleeps.
  const woken = () => {
    if (document.visibilityState === "visible") plan();
  };
  const reconnected = () => {
    failures = 0;
    notBefore = 0;
    plan();
  };

  const stopHere = onAccessTokenStored(plan);
  const stopElsewhere = onAccessTokenElsewhere(plan);
  document.addEventListener("visibilitychange", woken);
  window.addEventListener("online", reconnected);
  plan();
  return () => {
    clearTimeout(timer);
    stopHere();
    stopElsewhere();
    document.removeEventListener("visibilitychange", woken);
    window.removeEventListener("online", reconnected);
  };
}

/** Runs `work` when no other tab is running it. Browsers offer locks only on secure origins. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  const locks = (navigator as Partial<Navigator>).locks;
  await (locks ? locks.request("access-token-renewal", work) : work());
}
