import { randomUUID } from "node:crypto";
import { categoryIdOf } from "#shared/categories/category.ts";
import { createAccountWithPassword } from "#server/account-management/public.ts";
import type { Deps } from "#server/deps.ts";
import { withAdvisoryLock } from "#server/platform/database/with-advisory-lock.ts";
import { demoAccounts, demoEmails, demoPassword } from "./demo-accounts.ts";
import { demoRows } from "./demo-rows.ts";
import { demoIsWanted, findDemoAccount, insertDemoListings } from "./demo-store.ts";

/**
 * Fills an empty database with the demo's accounts and listings. The next start finishes an interrupted run. If several
 * processes start together, one loads the demo and the others wait.
 */
export async function loadDemo(deps: Deps, log: (line: string) => void): Promise<void> {
  await withAdvisoryLock(deps.pool, "demo.load", () => loadIfWanted(deps, log));
}

async function loadIfWanted(deps: Deps, log: (line: string) => void): Promise<void> {
  if (!(await demoIsWanted(deps.db, demoEmails))) return;
  log("Loading the demo's accounts and cars…");
  const sellers: { id: string; location: string }[] = [];
  for (const person of demoAccounts) {
    const account =
      (await findDemoAccount(deps.db, person.email)) ??
      (await createAccountWithPassword(deps, { ...person, password: demoPassword }));
    if (person.role === "Seller") sellers.push({ id: account.id, location: person.location ?? "" });
  }
  const now = Date.now();
  const listings = demoRows().map((row, index) => {
    const seller = sellers[index % sellers.length]!;
    return {
      ...row,
      id: randomUUID(),
      sellerId: seller.id,
      location: seller.location,
      phone: "+1 800 555 0142",
      categoryId: categoryIdOf(row.make),
      // Spread over the past days so that "newest first" shows a mix of makes.
      createdAt: new Date(now - ((index * 37) % 60) * 5_400_000),
    };
  });
  await deps.db.transaction((transaction) => insertDemoListings(transaction, listings));
  await deps.catalogue.refresh();
}
