import type { z } from "zod";
import type { SellerRecord, sellerListQuery } from "#shared/accounts/account-contract.ts";
import { listLastActors } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { listSuspensionReasons } from "#server/moderation/public.ts";
import { presentSeller } from "./account-presenter.ts";
import { listAccounts } from "./list-accounts.ts";

const standings = {
  any: {},
  yes: { isVerified: true },
  no: { isVerified: false },
  waiting: { isVerified: false, isSuspended: false },
};

/** One page of sellers, with who verified them. @throws AppError invalid_cursor */
export async function listSellers(
  { db, totals, catalogue }: Pick<Deps, "db" | "totals" | "catalogue">,
  query: z.output<typeof sellerListQuery>,
) {
  const { rows, ...page } = await listAccounts({ db, totals }, query, {
    role: "Seller",
    ...standings[query.verified ?? "any"],
    q: query.q,
  });
  const verified = rows.filter((row) => row.isVerified).map((row) => row.id);
  const suspended = rows.filter((row) => row.suspendedAt !== null).map((row) => row.id);
  const [verifiers, reasons] = await Promise.all([
    listLastActors(db, "seller.verify", verified),
    listSuspensionReasons(db, suspended),
  ]);
  const sellers = rows.map((row): SellerRecord =>
    presentSeller(row, {
      listingCount: catalogue.listedCount(row.id),
      verifiedBy: verifiers.get(row.id),
      suspensionReason: reasons.get(row.id) ?? null,
    }),
  );
  return { ...page, sellers };
}
