import { endVerified } from "#server/accounts/public.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import { endOfVerificationEmail } from "./verification-email.ts";

/** Takes the badge from sellers whose last day of it is over, and emails them. Returns how many. */
export async function endVerifications(
  { db, config }: Pick<Deps, "db" | "config">,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await endVerified(tx, now);
    for (const { id, name, email } of ended) {
      await recordAudit(tx, {
        actorId: null,
        action: "seller.unverify",
        subjectId: id,
        details: { reason: "The last day is over." },
      });
      await queueEmail(tx, {
        kind: "seller.unverified",
        to: email,
        ...endOfVerificationEmail(config, { name }),
      });
    }
    return ended.length;
  });
}
