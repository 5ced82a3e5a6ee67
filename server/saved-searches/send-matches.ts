import { randomUUID } from "node:crypto";
import { lockAccount } from "#server/accounts/public.ts";
import { readListingRows, statusOf, type ListingRow } from "#server/catalogue/public.ts";
import { readSaleChanges } from "#server/car-history/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import { isLockTimeout, type Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import { decideNews, type News } from "./decide-news.ts";
import { matchesEmail, type AnnouncedSearch } from "./matches-email.ts";
import {
  dropFound,
  listFound,
  listRecipients,
  markAnnounced,
  readPriceHistories,
  readRecipient,
  writeLastEmail,
} from "./match-store.ts";
import { readStoredSearch } from "./read-search.ts";

const pageSize = 100;

type SendDeps = Pick<Deps, "db" | "catalogue" | "config" | "identity">;

/**
 * Queues one email for each account that has cars to be announced and got none within a day. Cars that were sold,
 * reserved, hidden or changed in the meantime are left out. Returns how many emails were queued.
 * @throws the first failure, after every other account had its turn
 */
export async function sendMatches(deps: SendDeps): Promise<number> {
  const waitsForSending = deps.config.SMTP_URL !== undefined;
  const failures: unknown[] = [];
  let queued = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const page = await listRecipients(deps.db, { after, limit: pageSize, waitsForSending });
    for (const accountId of page) {
      await deps.catalogue.refresh();
      try {
        const isQueued = await deps.db.transaction((tx) =>
          sendTo(deps, tx, { accountId, waitsForSending }),
        );
        if (isQueued) queued += 1;
      } catch (error) {
        // An account that is being updated has its turn in the next run.
        if (!isLockTimeout(error)) failures.push(error);
      }
    }
    if (page.length < pageSize) break;
    after = page.at(-1)!;
  }
  if (failures.length > 0) throw failures[0];
  return queued;
}

/** Queues the email and records it in one transaction, so that a crash leaves both or neither. */
async function sendTo(
  deps: SendDeps,
  tx: Executor,
  { accountId, waitsForSending }: { accountId: string; waitsForSending: boolean },
): Promise<boolean> {
  // Another process may be doing the same. It is done when the lock is free, and the next statement sees that.
  if (!(await lockSoon(tx, () => lockAccount(tx, accountId)))) return false;
  const recipient = await readRecipient(tx, accountId, waitsForSending);
  if (!recipient) return false;
  const searches = await readAnnouncedSearches(deps, tx, accountId);
  const emailId = randomUUID();
  await markAnnounced(
    tx,
    emailId,
    searches.flatMap(({ id: searchId, cars }) =>
      cars.map(({ row }) => ({ searchId, listingId: row.id, priceMinor: row.resalePriceMinor })),
    ),
  );
  await dropFound(tx, accountId);
  if (searches.length === 0) return false;
  const sellers = searches.flatMap(({ cars }) => cars.map(({ row }) => row.sellerId));
  await queueEmail(tx, {
    id: emailId,
    kind: "saved_search.matches",
    to: recipient.email,
    mentionedAccounts: [...new Set(sellers)].filter((id) => id !== accountId),
    ...matchesEmail(deps, { accountId, name: recipient.name, searches }),
  });
  await writeLastEmail(tx, accountId, emailId);
  return true;
}

async function readAnnouncedSearches(
  { catalogue }: Pick<SendDeps, "catalogue">,
  tx: Executor,
  accountId: string,
): Promise<AnnouncedSearch[]> {
  const matches = await listFound(tx, accountId);
  const ids = [...new Set(matches.map(({ listingId }) => listingId))];
  const rows = new Map((await readListingRows(tx, ids)).map((row) => [row.id, row]));
  const histories = await readPriceHistories(tx, ids);
  const saleChanges = await readSaleChanges(tx, ids);
  const searches: AnnouncedSearch[] = [];
  for (const id of new Set(matches.map(({ searchId }) => searchId))) {
    const ofSearch = matches.filter(({ searchId }) => searchId === id);
    const { name, search, watchedSince } = ofSearch[0]!;
    const query = readStoredSearch(search);
    const listed = ofSearch.map(({ listingId }) => listingId);
    const matching = new Set(catalogue.matchingCars(query, listed).map((car) => car.id));
    const cars = ofSearch.flatMap(({ listingId, announcedPriceMinor, editedAt }) => {
      const row = rows.get(listingId);
      if (!row || !matching.has(listingId) || !canBeBooked(row)) return [];
      const history = histories.get(listingId) ?? [];
      const facts = {
        listedAt: row.createdAt,
        priceMinor: row.resalePriceMinor,
        history,
        saleChanges: saleChanges.get(listingId) ?? [],
      };
      const news = decideNews({ ...facts, watchedSince, announcedPriceMinor, editedAt });
      return news ? [{ row, news }] : [];
    });
    if (cars.length === 0) continue;
    const { parts, total } = catalogue.describeSearch(query, watchedSince);
    searches.push({ id, name, search, parts, total, cars: sorted(cars) });
  }
  return searches;
}

function canBeBooked(row: ListingRow): boolean {
  return statusOf(row) === "available" && !row.isSellerDeleted;
}

/** Lower prices first, then the newest cars. */
function sorted(cars: { row: ListingRow; news: News }[]): AnnouncedSearch["cars"] {
  return cars.toSorted(
    (a, b) =>
      Number(b.news.kind === "price") - Number(a.news.kind === "price") ||
      b.row.createdAt.getTime() - a.row.createdAt.getTime(),
  );
}
