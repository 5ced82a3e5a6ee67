import { endAccountByCommand, type EndedAccount } from "#server/account-deletion/public.ts";
import { listAdmins } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { demoAccounts, demoEmails } from "./demo-accounts.ts";
import { hasBookingWithOthers } from "./demo-store.ts";

/**
 * Removes the demo's accounts and their listings in one transaction. Records of bookings and payments stay. It is safe
 * to repeat, and then also deletes accounts that had an open booking or payment before.
 */
export async function removeDemo(
  deps: Pick<Deps, "db" | "config" | "erasePayer">,
): Promise<{ done: boolean; message: string }> {
  const { ended, admins } = await deps.db.transaction(async (tx) => {
    const accounts: (EndedAccount | null)[] = [];
    // Sellers first, which ends the holds of the demo's buyers.
    const sellersFirst = demoAccounts.toSorted(
      (a, b) => Number(b.role === "Seller") - Number(a.role === "Seller"),
    );
    // Asked before any deletion, which also erases the emails.
    const needed: [email: string, config: Deps["config"]][] = [];
    for (const { email } of sellersFirst)
      needed.push([email, await withoutDemoSales(tx, deps.config, email)]);
    for (const [email, config] of needed)
      accounts.push(await endAccountByCommand(tx, { ...deps, config }, email));
    accounts.sort(
      (a, b) => demoEmails.indexOf(a?.email ?? "") - demoEmails.indexOf(b?.email ?? ""),
    );
    return { ended: accounts.filter((one) => one !== null), admins: await listAdmins(tx) };
  });
  if (ended.length === 0) return { done: true, message: "There are no demo accounts here." };
  const next = [
    admins.length === 0
      ? "There is no admin now. Make one: npm run admin -- add EMAIL"
      : `Admins now: ${admins.join(", ")}. Anyone who knew the demo password could make admins: remove those you do not know.`,
    "Start the shop with DEMO=0 from now on.",
  ];
  return { done: true, message: [...ended.map(lineOf), ...next].join("\n") };
}

/** Sales between demo accounts do not delay their deletion, because no money was paid for them. */
async function withoutDemoSales(
  tx: Executor,
  config: Deps["config"],
  email: string,
): Promise<Deps["config"]> {
  if (await hasBookingWithOthers(tx, email, demoEmails)) return config;
  return { ...config, SALE_SETTLED_DAYS: 0 };
}

function lineOf(ended: EndedAccount): string {
  if (ended.outcome === "deleted") return `${ended.email}: deleted, with any cars it offered.`;
  return `${ended.email}: closed. It cannot sign in and its cars are off the shop, but it stays for now: ${ended.reason} Run this again later to delete it.`;
}
