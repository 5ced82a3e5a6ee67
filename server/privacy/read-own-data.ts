import type { DataFile } from "#shared/privacy/data-file-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { listOwnListings, listOwnSales, readOwnBookings } from "./own-deals-store.ts";
import { readOwnRow, readOwnSignIn } from "./own-person-store.ts";
import { listOwnDecisions, listOwnLog, listOwnMails, listOwnReports } from "./own-words-store.ts";
import { presentBookings, presentListing, presentSale } from "./present-deals.ts";
import { presentDecision, presentOwnAccount, presentSignIn } from "./present-person.ts";

/** What is kept of a person and is not in their file, and why; docs/privacy.md has it by table. */
const leftOut = [
  "Passwords, keys, codes and links that sign somebody in: whoever found this file could use them.",
  "Names, addresses and words of other people, such as a buyer's on your sale, or what an admin typed.",
  "The text of our mails: it can name others and hold such links. You have it in your mailbox.",
  "Card details: they are typed into the card provider's form and never come here.",
];

/** All that the shop keeps of the viewer, read at one moment. Whatever the contract does not name is not answered. */
export async function readOwnData(
  deps: Pick<Deps, "db" | "config">,
  viewer: Viewer,
  now: Date,
): Promise<DataFile> {
  const gathered = await deps.db.transaction((tx) => gather(tx, deps, viewer), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  return { shop: deps.config.BRAND_NAME, writtenAt: now.toISOString(), leftOut, ...gathered };
}

async function gather(
  tx: Executor,
  { config: { CURRENCY } }: Pick<Deps, "config">,
  { accountId, identityId }: Viewer,
) {
  const account = await readOwnRow(tx, accountId);
  const signIn = await readOwnSignIn(tx, identityId);
  const listings = await listOwnListings(tx, accountId);
  const sales = await listOwnSales(tx, accountId);
  const reports = await listOwnReports(tx, accountId);
  const decisions = await listOwnDecisions(tx, accountId);
  const mails = await listOwnMails(tx, account.email);
  const log = await listOwnLog(tx, accountId);
  return {
    account: presentOwnAccount(account),
    signIn: presentSignIn(signIn),
    listings: listings.map((listing) => presentListing(listing, CURRENCY)),
    bookings: presentBookings(await readOwnBookings(tx, accountId), accountId),
    sales: sales.map(presentSale),
    reports: reports.map((report) => ({
      ...report,
      createdAt: report.createdAt.toISOString(),
      closedAt: report.closedAt?.toISOString() ?? null,
    })),
    decisions: decisions.map(presentDecision),
    mails: mails.map((mail) => ({
      ...mail,
      createdAt: mail.createdAt.toISOString(),
      sentAt: mail.sentAt?.toISOString() ?? null,
    })),
    log: log.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
}
