/** Why a mail did not go. `server`: nothing goes just now; `mail`: this one is refused, others may go. */
export type EmailFailure = { of: "server" | "mail"; error: string };

type SendingError = Error & { code?: string; command?: string; responseCode?: number };

const minute = 60;

/**
 * What is kept of a failure: the kind and the server's number. Its words are not, since servers quote what was sent,
 * sign-in and text included.
 */
export function describeFailure(thrown: unknown): EmailFailure {
  const { code, command, responseCode } = (thrown ?? {}) as SendingError;
  const error = [code ?? "failed", command && `at ${command}`, responseCode]
    .filter(Boolean)
    .join(" ");
  const isRefused = code === "EENVELOPE" || code === "EMESSAGE";
  // 421: the server is closing (RFC 5321, 3.8). A refused sender is refused for every mail.
  const isServer = !isRefused || responseCode === 421 || command === "MAIL FROM";
  return { of: isServer ? "server" : "mail", error };
}

/**
 * Seconds until the next try after `attempts` of them: doubling from a minute. While the server is away at most five
 * minutes, so that all goes soon after it is back; for a mail that is refused at most a day.
 */
export function secondsToNextTry(of: EmailFailure["of"], attempts: number): number {
  const longest = of === "server" ? 5 * minute : 24 * 60 * minute;
  return Math.min(minute * 2 ** Math.min(attempts - 1, 20), longest);
}
