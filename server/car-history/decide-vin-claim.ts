import { z } from "zod";
import type { VinClaimStatus } from "#shared/listings/vin-claim.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { lockVinClaim, settleVinClaim } from "./vin-claim-store.ts";

const actions = { confirmed: "claim.confirm", refused: "claim.refuse" } as const;

/**
 * Decides whether a listing is the car that another seller had listed with its VIN. Either decision can be changed later.
 * @param from the status that the admin saw; with another one, nothing is changed
 * @throws AppError not_found
 */
export async function decideVinClaim(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  admin: Viewer,
  given: string,
  {
    status,
    from,
    now,
  }: { status: Exclude<VinClaimStatus, "pending">; from: VinClaimStatus; now: Date },
): Promise<ModifiedAnswer> {
  const id = z.uuid().safeParse(given);
  if (!id.success) throw noSuchClaim();
  const refusal = await db.transaction(async (tx) => {
    const claim = await lockVinClaim(tx, id.data);
    if (!claim) throw noSuchClaim();
    if (claim.status === status) return `This claim is ${status} already.`;
    if (claim.status !== from) return "An admin has decided this claim by now. Refresh the page.";
    await settleVinClaim(tx, id.data, { status, decidedBy: admin.accountId, decidedAt: now });
    await recordAudit(tx, {
      actorId: admin.accountId,
      action: actions[status],
      subjectId: claim.listingId,
      details: { before: from },
    });
    return null;
  });
  if (refusal !== null) return { modifiedCount: 0, message: refusal };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}

function noSuchClaim(): AppError {
  const message = "There is no such claim.";
  return new AppError("not_found", { message, fields: { id: message } });
}
