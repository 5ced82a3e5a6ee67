import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import { listLastActors } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { listAccounts } from "./account-list-store.ts";
import { presentSeller } from "./account-presenter.ts";

/** One page of sellers, newest first, with who verified them. @throws AppError invalid_cursor */
export async function listSellers(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  query: PageQuery,
): Promise<{ sellers: SellerRecord[]; total: number; nextCursor: string | null }> {
  const { rows, ...page } = await listAccounts(db, query, "Seller");
  const verified = rows.filter((row) => row.isVerified).map((row) => row.id);
  const verifiers = await listLastActors(db, "seller.verify", verified);
  const sellers = rows.map((row) =>
    presentSeller(row, {
      listingCount: catalogue.listedCount(row.id),
      verifiedBy: verifiers.get(row.id),
    }),
  );
  return { ...page, sellers };
}
