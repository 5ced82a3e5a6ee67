import type { Deps } from "#server/deps.ts";
import { describeFailure, secondsToNextTry } from "./describe-failure.ts";
import { aboutSignIn } from "#server/email/public.ts";
import { claimDueEmail, markFailed, markSent, takeNotice } from "./delivery-store.ts";
import type { Mailer } from "./mailer.ts";
import { unconfirmedNotice } from "./unconfirmed-notice.ts";

const lanes = 4;
/** Longer than any try can take, so that a mail is never with two workers. */
const leaseSeconds = 15 * 60;
/** With the last mail's time well below the half hour after which the job queue gives a job up (mail-jobs.ts). */
const longestRound = 10 * 60_000;

/**
 * Sends what is due, a few at a time, until nothing is or the server fails. Any number of processes may do so at once.
 * A mail that is refused waits for its next try and holds up no other. An address that is not confirmed gets a notice
 * without other people's words, at most once a day; other mails to it wait until the next may go. Says how many went.
 */
export async function deliverEmail(
  { db, log, config }: Pick<Deps, "db" | "log" | "config">,
  transport: Mailer,
): Promise<number> {
  const end = Date.now() + longestRound;
  let sent = 0;
  let isServerAway = false;
  const lane = async () => {
    while (!isServerAway && Date.now() < end) {
      const mail = await claimDueEmail(db, leaseSeconds);
      if (!mail) return;
      const isNotice = mail.isToUnconfirmed && !aboutSignIn.includes(mail.kind);
      if (isNotice && !(await takeNotice(db, mail))) {
        log.info(
          { mail: mail.id, kind: mail.kind },
          "mail postponed: its address had a notice today",
        );
        continue;
      }
      const written = isNotice ? { ...mail, ...unconfirmedNotice(config) } : mail;
      const failure = await transport.send(written).then(() => null, describeFailure);
      if (failure === null) {
        await markSent(db, mail.id);
        sent += 1;
        continue;
      }
      if (failure.of === "server") isServerAway = true;
      const seconds = secondsToNextTry(failure.of, mail.attempts);
      await markFailed(db, mail.id, { error: failure.error, seconds });
      log.warn(
        { mail: mail.id, kind: mail.kind, attempts: mail.attempts, error: failure.error, seconds },
        "mail not sent; it is tried again",
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return sent;
}
