import type { DashboardSummary } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { toMajor } from "#shared/money/money.ts";
import { totalOfAccounts } from "#server/account-management/public.ts";
import { totalOfBookings } from "#server/booking-management/public.ts";
import { countVinClaims } from "#server/car-history/public.ts";
import type { Deps } from "#server/deps.ts";
import { countAppeals } from "#server/moderation/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { countReportedReviews } from "#server/reviews/public.ts";
import {
  countCarsOf,
  countQuarantinedPayments,
  countBookingsOf,
  countReported,
  listRunningHolds,
} from "./dashboard-summary-store.ts";

/** The dashboard summary for a role: counts, and a buyer's holds. */
export async function readDashboardSummary(
  deps: Pick<Deps, "db" | "config" | "totals">,
  viewer: Viewer,
): Promise<DashboardSummary> {
  const { db, config } = deps;
  const { role, accountId, isVerified } = viewer;
  if (role === "Seller") {
    const unverifiedLimits = isVerified
      ? null
      : {
          listings: config.UNVERIFIED_SELLER_LISTINGS,
          advertised: config.UNVERIFIED_SELLER_ADVERTISED,
        };
    return { role, isVerified, unverifiedLimits, ...(await countCarsOf(db, accountId)) };
  }
  if (role === "Buyer") {
    const [holds, orders] = await Promise.all([
      listRunningHolds(db, accountId),
      countBookingsOf(db, accountId),
    ]);
    return {
      role,
      ...orders,
      holds: holds.map(({ id, item, image, priceMinor, currency, expiresAt }) => ({
        _id: id,
        item,
        image,
        price: toMajor(priceMinor, currency),
        currency,
        expiresAt: expiresAt.toISOString(),
      })),
    };
  }
  const [toDo, lookUp] = await Promise.all([countToDo(deps), readTotals(deps)]);
  return { role, ...toDo, ...lookUp };
}

async function countToDo(deps: Pick<Deps, "db" | "totals">) {
  const { db } = deps;
  const [
    sellersToVerify,
    quarantinedPayments,
    disputedPayments,
    failedRefunds,
    reportedCars,
    appealsToDecide,
    reportedReviews,
    vinClaims,
  ] = await Promise.all([
    totalOfAccounts(deps, { role: "Seller", isVerified: false, isSuspended: false }),
    countQuarantinedPayments(db),
    // Counted in the same way as the linked list.
    totalOfBookings(deps, { email: null, issue: "disputed" }),
    totalOfBookings(deps, { email: null, issue: "refund_failed" }),
    countReported(db),
    countAppeals(db, { sellerId: null, state: "waiting" }),
    countReportedReviews(db),
    countVinClaims(db, true),
  ]);
  return {
    sellersToVerify,
    quarantinedPayments,
    disputedPayments,
    failedRefunds,
    reportedCars,
    appealsToDecide,
    reportedReviews,
    vinClaims,
  };
}

async function readTotals(deps: Pick<Deps, "db" | "totals">) {
  const [users, buyers, sellers, bookings] = await Promise.all([
    totalOfAccounts(deps, {}),
    totalOfAccounts(deps, { role: "Buyer" }),
    totalOfAccounts(deps, { role: "Seller" }),
    totalOfBookings(deps, { email: null }),
  ]);
  return { users, buyers, sellers, bookings };
}
