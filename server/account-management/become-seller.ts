import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import { countOpenBookings } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { countUnsettledPayments } from "#server/payments/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { withLockedAccount, setRole, type AccountFacts } from "#server/accounts/public.ts";

/**
 * Turns the caller's buyer account into an unverified seller account, permanently. Refused while a hold or a payment is
 * open, because sellers have no page to finish it on. The user can still read receipts of what they paid for.
 * @throws AppError token_invalid if the account has been deleted
 */
export async function becomeSeller(
  { db, config }: Pick<Deps, "db" | "config">,
  accountId: string,
): Promise<ModifiedAnswer> {
  return withLockedAccount(db, accountId, async (tx, account) => {
    if (!account) throw new AppError("token_invalid");
    const refusal = await whyNotSeller(tx, account, config.SALE_SETTLED_DAYS);
    if (refusal !== null) return { modifiedCount: 0, message: refusal };
    await setRole(tx, accountId, "Seller");
    await recordAudit(tx, {
      actorId: accountId,
      action: "account.become_seller",
      subjectId: accountId,
      details: { was: account.role },
    });
    return { modifiedCount: 1 };
  });
}

async function whyNotSeller(
  tx: Executor,
  { id, role, isSuspended }: AccountFacts,
  settledDays: number,
): Promise<string | null> {
  if (role === "Seller") return "You are already a seller.";
  if (role !== "Buyer") return "Only a buyer can become a seller.";
  // Buyers cannot be suspended today, but only an admin may end a suspension.
  if (isSuspended) return "Your account is suspended. The suspension must be lifted first.";
  const { bought } = await countOpenBookings(tx, id, settledDays);
  if (bought.held > 0) return "You have a reserved car. Pay for it or cancel the booking first.";
  if ((await countUnsettledPayments(tx, id)) > 0)
    return "One of your payments or refunds is still being settled. Try again when it is done.";
  return null;
}
