import { endAccountByCommand, type EndedAccount } from "#server/account-deletion/public.ts";
import { listAdmins } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { demoAccounts, demoEmails } from "./demo-accounts.ts";
import { backdateDemoBookings } from "./demo-store.ts";

/**
 * Removes the demo's accounts and their listings in one transaction. Records of bookings and payments stay. It is safe
 * to repeat, and then also deletes accounts that had an open booking or payment before.
 */
export async function removeDemo(
  deps: Pick<Deps, "db" | "config" | "erasePayer">,
): Promise<{ done: boolean; message: string }> {
  const { ended, admins } = await deps.db.transaction(async (tx) => {
    const found: (EndedAccount | null)[] = [];
    await backdateDemoBookings(tx, demoEmails);
    // Sellers first, which ends the holds of the demo's buyers.
    for (const email of demoAccounts
      .toSorted((a, b) => Number(b.role === "Seller") - Number(a.role === "Seller"))
      .map((account) => account.email))
      found.push(await endAccountByCommand(tx, deps, email));
    found.sort((a, b) => demoEmails.indexOf(a?.email ?? "") - demoEmails.indexOf(b?.email ?? ""));
    return { ended: found.filter((one) => one !== null), admins: await listAdmins(tx) };
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

function lineOf(ended: EndedAccount): string {
  if (ended.outcome === "deleted") return `${ended.email}: deleted, with any cars it offered.`;
  return `${ended.email}: closed. It cannot sign in and its cars are off the shop, but it stays for now: ${ended.reason} Run this again later to delete it.`;
}
