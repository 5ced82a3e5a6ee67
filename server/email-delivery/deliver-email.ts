import type { Deps } from "#server/deps.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import { observeCall } from "#server/platform/observe-call.ts";
import { describeFailure, secondsToNextAttempt } from "./describe-failure.ts";
import { withoutUserTexts } from "#server/email/public.ts";
import { claimDueEmail, markFailed, markSent, takeNotice } from "./delivery-store.ts";
import type { Mailer } from "./mailer.ts";
import { unconfirmedNotice } from "./unconfirmed-notice.ts";

const lanes = 4;
/** Longer than any attempt can take, so that two workers never have the same email. */
const leaseSeconds = 15 * 60;
/** With the time for a last email, well below the time after which the job expires (email-jobs.ts). */
const maximumRun = 10 * 60_000;

/**
 * Sends due emails, a few at a time, until none is left or the server fails. Several processes may do so at once. A
 * refused email waits for its next attempt and does not delay others. An unconfirmed address gets a notice without texts
 * by other users, at most once a day; further emails to it wait for the next notice. Returns how many were sent.
 */
export async function deliverEmail(
  { db, log, config }: Pick<Deps, "db" | "log" | "config">,
  transport: Mailer,
): Promise<number> {
  const end = Date.now() + maximumRun;
  let sent = 0;
  let isServerDown = false;
  const lane = async () => {
    while (!isServerDown && Date.now() < end) {
      const email = await claimDueEmail(db, leaseSeconds);
      if (!email) return;
      const isNotice = email.isToUnconfirmed && !withoutUserTexts.includes(email.kind);
      if (isNotice && !(await takeNotice(db, email))) {
        count("emails", { outcome: "postponed" });
        log.info(
          { email: email.id, kind: email.kind },
          "email postponed: its address already got a notice today",
        );
        continue;
      }
      const content = isNotice
        ? { ...email, ...unconfirmedNotice(config), unsubscribeUrl: null }
        : email;
      const attributes = { "marque.email": email.kind };
      const sending = observeCall({ service: "email", name: "send email", attributes }, () =>
        transport.send(content),
      );
      const failure = await sending.then(() => null, describeFailure);
      count("emails", { outcome: failure === null ? "sent" : "failed" });
      if (failure === null) {
        await markSent(db, email.id);
        sent += 1;
        continue;
      }
      if (failure.of === "server") isServerDown = true;
      const seconds = secondsToNextAttempt(failure.of, email.attempts);
      await markFailed(db, email.id, { error: failure.error, seconds });
      log.warn(
        {
          email: email.id,
          kind: email.kind,
          attempts: email.attempts,
          error: failure.error,
          seconds,
        },
        "email not sent; will retry",
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return sent;
}
