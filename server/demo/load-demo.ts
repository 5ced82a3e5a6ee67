import { randomUUID } from "node:crypto";
import { categoryIdOf, isSoldMake } from "#shared/makes/sold-makes.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { createAccountWithPassword } from "#server/account-management/public.ts";
import type { Deps } from "#server/deps.ts";
import { withAdvisoryLock } from "#server/platform/database/with-advisory-lock.ts";
import { addDemoActivity } from "./demo-activity.ts";
import { demoAccounts, demoEmails, demoPassword } from "./demo-accounts.ts";
import { demoRows } from "./demo-rows.ts";
import { demoIsWanted, findDemoAccount, insertDemoListings } from "./demo-store.ts";

/**
 * Fills an empty database with the demo's accounts, their listings, and what they did. The next start finishes an
 * interrupted run, apart from bookings. If several processes start together, one loads the demo and the others wait.
 */
export async function loadDemo(
  deps: Deps,
  log: (line: string) => void,
  /** Where the payment simulator answers; null without one. */
  simulator: string | null = null,
): Promise<void> {
  await withAdvisoryLock(deps, "demo.load", () => loadIfWanted(deps, log, simulator));
}

async function loadIfWanted(
  deps: Deps,
  log: (line: string) => void,
  simulator: string | null,
): Promise<void> {
  if (!(await demoIsWanted(deps.db, demoEmails))) return;
  log("Loading the demo's accounts and cars…");
  const begun = performance.now();
  const sellers: { id: string; location: string }[] = [];
  for (const demo of demoAccounts) {
    const account =
      (await findDemoAccount(deps.db, demo.email)) ??
      (await createAccountWithPassword(deps, { ...demo, password: demoPassword }));
    if (demo.role === "Seller") sellers.push({ id: account.id, location: demo.location ?? "" });
  }
  const now = Date.now();
  const rows = demoRows().filter(({ make }) => isSoldMake(make));
  const listings = rows.map((row, index) => {
    const seller = sellers[sellerOf(index, sellers.length)]!;
    return {
      ...row,
      id: randomUUID(),
      sellerId: seller.id,
      location: seller.location,
      phone: "+1 800 555 0142",
      categoryId: categoryIdOf(row.make),
      // One every half hour, over the past month.
      createdAt: new Date(now - index * 1_800_000),
    };
  });
  await deps.db.transaction((transaction) => insertDemoListings(transaction, listings));
  await deps.catalogue.refresh();
  const carsSeconds = secondsSince(begun);
  await addDemoActivity(deps, simulator);
  log(
    `Loaded ${formatNumber(listings.length)} cars in ${carsSeconds} s, and what the accounts did after ${secondsSince(begun)} s.`,
  );
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1_000).toFixed(1);
}

// The seller whose account visitors try has few enough cars to look through; the other sellers share the rest.
function sellerOf(index: number, sellers: number): number {
  return index % 25 === 0 ? 0 : 1 + (index % (sellers - 1));
}
