/** Why an email was not sent. `server`: the server is unavailable; `email`: only this email was refused. */
export type EmailFailure = { of: "server" | "email"; error: string };

type SendingError = Error & { code?: string; command?: string; responseCode?: number };

const minute = 60;

/**
 * Describes an error by its kind and the status code of the server. Leaves out the server's message, because it may
 * quote credentials and the email.
 */
export function describeFailure(thrown: unknown): EmailFailure {
  const { code, command, responseCode } = (thrown ?? {}) as SendingError;
  const error = [code ?? "failed", command && `at ${command}`, responseCode]
    .filter(Boolean)
    .join(" ");
  const isRefused = code === "EENVELOPE" || code === "EMESSAGE";
  // 421: the server is closing (RFC 5321, 3.8). A refused sender is refused for every email.
  const isServer = !isRefused || responseCode === 421 || command === "MAIL FROM";
  return { of: isServer ? "server" : "email", error };
}

/**
 * Seconds until the next attempt: doubles from one minute. At most five minutes while the server is down, so that emails
 * are sent soon after it is back; at most a day for a refused email.
 */
export function secondsToNextAttempt(of: EmailFailure["of"], attempts: number): number {
  const maximum = of === "server" ? 5 * minute : 24 * 60 * minute;
  return Math.min(minute * 2 ** Math.min(attempts - 1, 20), maximum);
}
