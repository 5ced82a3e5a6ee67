import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { mayDecideAppeal, type AppealOutcome } from "#shared/moderation/moderation.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import {
  countAdmins,
  withAccountLockedByAdmin,
  type AccountFacts,
} from "#server/accounts/public.ts";
import { recordAudit } from "#server/audit/public.ts";
import { isVinTaken } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { findListing, markRestored, whyMakeNotSold } from "#server/listings/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { endModerationAction } from "./moderation-action-store.ts";
import { findAppeal, settleAppeal, type AppealRow } from "./appeal-store.ts";
import { appealDecisionEmail } from "./appeal-decision-email.ts";
import { endSuspension } from "./lift-suspension.ts";
import { anotherDecides, sellerIsGone } from "./list-appeals.ts";

const vinIsTaken =
  "Another car with this VIN is for sale by now. Remove that listing first, or uphold the removal.";

type Decision = { outcome: AppealOutcome; reason: string };

/**
 * Upholds or overturns a moderation action. The admin who acted may decide only if the shop has no other admin; the log
 * then says that the same admin did both.
 * @throws AppError not_found
 */
export async function decideAppeal(
  deps: Pick<Deps, "db" | "config" | "catalogue">,
  admin: Viewer,
  given: string,
  decision: Decision,
): Promise<ModifiedAnswer> {
  const id = z.uuid().safeParse(given);
  if (!id.success) throw noSuchAppeal();
  const appeal = await findAppeal(deps.db, id.data);
  if (!appeal) throw noSuchAppeal();
  const refusal = await withAccountLockedByAdmin(deps.db, appeal.sellerId, (tx, seller) =>
    decide(tx, deps, admin, { appeal, seller }, decision),
  );
  if (refusal !== null) return { modifiedCount: 0, message: refusal };
  if (decision.outcome === "overturned") await deps.catalogue.refresh();
  return { modifiedCount: 1 };
}

async function decide(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  admin: Viewer,
  { appeal, seller }: { appeal: AppealRow; seller: AccountFacts | null },
  { outcome, reason }: Decision,
): Promise<string | null> {
  const { id, actorId: actedBy, sellerId } = appeal;
  const actor = { actedBy, sellerId, adminId: admin.accountId };
  if (!mayDecideAppeal({ ...actor, admins: await countAdmins(tx) })) return anotherDecides(actor);
  if (!seller) return sellerIsGone;
  const obstacle =
    outcome === "overturned" && appeal.listingId ? await whyNotRestore(tx, appeal.listingId) : null;
  if (obstacle !== null) return obstacle;
  if (!(await settleAppeal(tx, { id, adminId: admin.accountId, outcome, reason })))
    return "This appeal is decided already.";
  if (outcome === "overturned") await reverseAction(tx, admin, appeal);
  const { kind, item } = appeal;
  await recordAudit(tx, {
    actorId: admin.accountId,
    action: "appeal.decide",
    subjectId: seller.id,
    details: {
      outcome,
      reason,
      against: kind,
      ...(item !== null && { car: item }),
      ...alone(actor),
    },
  });
  await queueEmail(tx, {
    kind: "appeal.decided",
    to: seller.email,
    ...appealDecisionEmail(config, { name: seller.name, kind, item, outcome, reason }),
  });
  return null;
}

/** Why a removed listing must not be for sale again; null if it may. */
async function whyNotRestore(tx: Executor, listingId: string): Promise<string | null> {
  if (await isVinTaken(tx, listingId)) return vinIsTaken;
  const listing = await findListing(tx, listingId);
  // A withdrawn one is restored, but stays off sale.
  if (!listing || listing.isWithdrawn) return null;
  const notSold = whyMakeNotSold(listing.make);
  return notSold && `${notSold} You can only uphold the removal.`;
}

function alone({ actedBy, adminId }: { actedBy: string | null; adminId: string }) {
  return actedBy === adminId ? { decidedByWhoActed: true } : {};
}

/** Restores the listing or lifts the suspension. Holds that ended stay ended. */
async function reverseAction(tx: Executor, admin: Viewer, appeal: AppealRow): Promise<void> {
  const { sellerId, listingId } = appeal;
  if (listingId === null) return void (await endSuspension(tx, admin, sellerId));
  await markRestored(tx, listingId);
  await endModerationAction(tx, { kind: "removal", sellerId, listingId });
  await recordAudit(tx, {
    actorId: admin.accountId,
    action: "listing.restore",
    subjectId: listingId,
  });
}

function noSuchAppeal(): AppError {
  const message = "There is no such appeal.";
  return new AppError("not_found", { message, fields: { id: message } });
}
