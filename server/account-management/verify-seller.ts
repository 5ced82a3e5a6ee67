import type { z } from "zod";
import type { verifyBody } from "#shared/accounts/account-contract.ts";
import { endOfDay } from "#shared/dates/last-day.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  accountId,
  noSuchAccount,
  withAccountLockedByAdmin,
  setVerified,
  type AccountFacts,
} from "#server/accounts/public.ts";
import { verificationEmail } from "./verification-email.ts";

/**
 * Gives a seller the badge and emails them. Their cars show it immediately. A second call replaces what was checked
 * (`body`). The audit log records who checked it and when.
 * @throws AppError not_found if there is no such seller
 */
export async function verifySeller(
  deps: Pick<Deps, "db" | "config" | "catalogue">,
  admin: Viewer,
  given: string,
  body: z.output<typeof verifyBody>,
  now: Date,
): Promise<ModifiedAnswer> {
  const id = accountId(given);
  const answer = await withAccountLockedByAdmin(deps.db, id, async (tx, seller) => {
    if (seller?.role !== "Seller") throw noSuchAccount();
    const refusal = whyNotVerify(seller, Boolean(body));
    if (refusal !== null) return { modifiedCount: 0, message: refusal };
    const validUntil = body?.validUntil ? endOfDay(body.validUntil) : null;
    if (validUntil && validUntil <= now)
      return { modifiedCount: 0, message: "The last day is over already." };
    const verification = { checked: body?.checked ?? [], note: body?.note || null, validUntil };
    await setVerified(tx, id, verification);
    await recordAudit(tx, {
      actorId: admin.accountId,
      action: "seller.verify",
      subjectId: id,
      details: body
        ? {
            checked: verification.checked,
            ...(body.validUntil && { validUntil: body.validUntil }),
          }
        : {},
    });
    if (!seller.isVerified)
      await queueEmail(tx, {
        kind: "seller.verified",
        to: seller.email,
        ...verificationEmail(deps.config, { name: seller.name, checked: verification.checked }),
      });
    return { modifiedCount: 1 };
  });
  if (answer.modifiedCount > 0) await deps.catalogue.refresh();
  return answer;
}

function whyNotVerify(
  { name, isVerified, isSuspended }: AccountFacts,
  hasNews: boolean,
): string | null {
  if (isSuspended) return `${name} is suspended. The suspension must be lifted first.`;
  return isVerified && !hasNews ? `${name} is verified already.` : null;
}
