import type { z } from "zod";
import type { SellerRecord, sellerListQuery } from "#shared/accounts/account-contract.ts";
import { listLastActors } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { listSuspensionReasons } from "#server/moderation/public.ts";
import { listAccounts } from "./account-list-store.ts";
import { presentSeller } from "./account-presenter.ts";

/** One page of sellers, with who verified them. @throws AppError invalid_cursor */
export async function listSellers(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  query: z.output<typeof sellerListQuery>,
) {
  const { rows, ...page } = await listAccounts(db, query, {
    role: "Seller",
    isVerified: query.verified && query.verified === "yes",
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
