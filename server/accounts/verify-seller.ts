import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/mail/public.ts";
import { noSuchAccount } from "./account-id.ts";
import { lockAccount, setVerified } from "./account-store.ts";
import { verificationLetter } from "./verification-letter.ts";

/**
 * Gives a seller the badge or takes it back, and tells them by mail. Their cars show it at once; who did it and when is
 * in the audit log.
 * @throws AppError not_found where there is no such seller
 */
export async function verifySeller(
  deps: Pick<Deps, "db" | "config" | "catalogue">,
  actorId: string,
  id: string,
  isVerified: boolean,
): Promise<ModifiedAnswer> {
  const answer = await deps.db.transaction(async (tx) => {
    const seller = await lockAccount(tx, id);
    if (seller?.role !== "Seller") throw noSuchAccount();
    if (seller.isVerified === isVerified)
      return {
        modifiedCount: 0,
        message: `${seller.name} is ${isVerified ? "verified already" : "not verified"}.`,
      };
    await setVerified(tx, id, isVerified);
    await recordAudit(tx, {
      actorId,
      action: isVerified ? "seller.verify" : "seller.unverify",
      subjectId: id,
    });
    await queueMail(tx, {
      kind: isVerified ? "seller.verified" : "seller.unverified",
      to: seller.email,
      ...verificationLetter(deps.config, { name: seller.name, isVerified }),
    });
    return { modifiedCount: 1 };
  });
  if (answer.modifiedCount > 0) await deps.catalogue.refresh();
  return answer;
}
