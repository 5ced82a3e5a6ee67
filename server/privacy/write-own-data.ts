import { dataFile, type DataFile } from "#shared/privacy/data-file-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Page } from "#server/platform/database/keyset.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  listOwnBookings,
  listOwnFavorites,
  listOwnFeeds,
  listOwnListings,
  listOwnSavedSearches,
  listOwnSales,
  readBookingHistory,
} from "./own-bookings-store.ts";
import { readOwnRow, readOwnSignIn } from "./own-account-store.ts";
import {
  listOwnDecisions,
  listOwnEmails,
  listOwnKeys,
  listOwnLog,
  listOwnReports,
  listOwnWebhooks,
} from "./own-words-store.ts";
import { listOwnChecks, listOwnReviewReports, listOwnWrittenReviews } from "./own-reviews-store.ts";
import { presentBookings, presentListing, presentSale } from "./present-bookings.ts";
import { presentDecision, presentOwnAccount, presentSignIn } from "./present-account.ts";

/** What we store about a user but leave out of their file, and why; docs/privacy.md lists it by table. */
const leftOut = [
  "Passwords, keys, codes and sign-in links: someone who finds this file could use them.",
  "Names, addresses and words of other people, such as a buyer's on your sale, or what an admin typed.",
  "The text of our emails: it can contain names of others and sign-in links. You have it in your mailbox.",
  "Card details: you enter them in the card provider's form, and we never receive them.",
];

const shape = dataFile.shape;

/**
 * Everything that the shop stores about the viewer, as the text of a JSON file. Each page of rows is read only after the
 * previous one was consumed, so that memory use stays low and other requests are not blocked. Fields that the contract
 * does not name are left out.
 */
export async function* writeOwnData(
  tx: Executor,
  { BRAND_NAME, CURRENCY }: Pick<Deps["config"], "BRAND_NAME" | "CURRENCY">,
  { accountId, identityId }: Pick<Viewer, "accountId" | "identityId">,
  now: Date,
): AsyncGenerator<string> {
  const account = await readOwnRow(tx, accountId);
  const signIn = await readOwnSignIn(tx, identityId);
  const head = {
    shop: BRAND_NAME,
    writtenAt: now.toISOString(),
    leftOut,
    account: shape.account.parse(presentOwnAccount(account)),
    signIn: shape.signIn.parse(presentSignIn(signIn)),
  };
  yield JSON.stringify(head).slice(0, -1);

  yield* writeList(
    "listings",
    pagesOf((cursor) => listOwnListings(tx, accountId, cursor)),
    (listing) => presentListing(listing, CURRENCY),
  );
  yield* writeList("bookings", bookingPages(tx, accountId), (booking) => booking);
  yield* writeList(
    "sales",
    pagesOf((cursor) => listOwnSales(tx, accountId, cursor)),
    presentSale,
  );
  yield* writeList(
    "favorites",
    pagesOf((cursor) => listOwnFavorites(tx, accountId, cursor)),
    (favorite) => ({ ...favorite, savedAt: favorite.savedAt.toISOString() }),
  );
  yield* writeList(
    "savedSearches",
    pagesOf((cursor) => listOwnSavedSearches(tx, accountId, cursor)),
    presentSavedSearch,
  );
  yield* writeConnections(tx, accountId);
  yield* writeList(
    "reports",
    pagesOf((cursor) => listOwnReports(tx, accountId, cursor)),
    (report) => ({
      ...report,
      createdAt: report.createdAt.toISOString(),
      closedAt: report.closedAt?.toISOString() ?? null,
    }),
  );
  yield* writeChecksAndReviews(tx, accountId);
  yield* writeList(
    "decisions",
    pagesOf((cursor) => listOwnDecisions(tx, accountId, cursor)),
    presentDecision,
  );
  yield* writeList(
    "emails",
    pagesOf((cursor) => listOwnEmails(tx, account.email, cursor)),
    (mail) => ({
      ...mail,
      createdAt: mail.createdAt.toISOString(),
      sentAt: mail.sentAt?.toISOString() ?? null,
    }),
  );
  yield* writeList(
    "log",
    pagesOf((cursor) => listOwnLog(tx, accountId, cursor)),
    (entry) => ({ ...entry, at: entry.at.toISOString() }),
  );
  yield "}";
}

async function* writeChecksAndReviews(tx: Executor, accountId: string): AsyncGenerator<string> {
  yield* writeList(
    "checks",
    pagesOf((cursor) => listOwnChecks(tx, accountId, cursor)),
    (check) => ({
      ...check,
      checkedAt: check.checkedAt.toISOString(),
      validUntil: check.validUntil?.toISOString() ?? null,
      withdrawnAt: check.withdrawnAt?.toISOString() ?? null,
    }),
  );
  yield* writeList(
    "reviews",
    pagesOf((cursor) => listOwnWrittenReviews(tx, accountId, cursor)),
    (review) => ({
      ...review,
      createdAt: review.createdAt.toISOString(),
      removedAt: review.removedAt?.toISOString() ?? null,
    }),
  );
  yield* writeList(
    "reviewReports",
    pagesOf((cursor) => listOwnReviewReports(tx, accountId, cursor)),
    (report) => ({
      ...report,
      createdAt: report.createdAt.toISOString(),
      closedAt: report.closedAt?.toISOString() ?? null,
    }),
  );
}

/** How a seller's own systems are connected: feeds, API keys and the webhook. */
async function* writeConnections(tx: Executor, accountId: string): AsyncGenerator<string> {
  yield* writeList(
    "feeds",
    pagesOf((cursor) => listOwnFeeds(tx, accountId, cursor)),
    (feed) => ({
      ...feed,
      createdAt: feed.createdAt.toISOString(),
      syncs: feed.syncs.map((sync) => ({
        ...sync,
        createdAt: new Date(sync.createdAt).toISOString(),
      })),
    }),
  );
  yield* writeList(
    "apiKeys",
    pagesOf((cursor) => listOwnKeys(tx, accountId, cursor)),
    (key) => ({
      ...key,
      createdAt: key.createdAt.toISOString(),
      expiresAt: key.expiresAt?.toISOString() ?? null,
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    }),
  );
  yield* writeList(
    "webhooks",
    pagesOf((cursor) => listOwnWebhooks(tx, accountId, cursor)),
    ({ url, createdAt, disabledAt }) => ({
      url,
      createdAt: createdAt.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
    }),
  );
}

function presentSavedSearch(
  row: Awaited<ReturnType<typeof listOwnSavedSearches>>["rows"][number],
): DataFile["savedSearches"][number] {
  const instant = (at: string | null) => at && new Date(at).toISOString();
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    lastEmailAt: row.lastEmailAt?.toISOString() ?? null,
    matches: row.matches.map(({ productId, foundAt, emailedAt }) => ({
      productId,
      foundAt: instant(foundAt),
      emailedAt: instant(emailedAt),
    })),
  };
}

type ListName = {
  [Name in keyof DataFile]: DataFile[Name] extends object[] ? Name : never;
}[keyof DataFile];

async function* writeList<Name extends ListName, Row>(
  name: Name,
  pages: AsyncIterable<Row[]>,
  present: (row: Row) => DataFile[Name][number],
): AsyncGenerator<string> {
  const { element } = shape[name];
  yield `,"${name}":[`;
  let separator = "";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(element.parse(present(row)))).join(",");
    separator = ",";
  }
  yield "]";
}

async function* pagesOf<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined;
  do {
    const page: Page<Row> = await read(cursor);
    yield page.rows;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function* bookingPages(
  tx: Executor,
  accountId: string,
): AsyncGenerator<DataFile["bookings"]> {
  for await (const rows of pagesOf((cursor) => listOwnBookings(tx, accountId, cursor))) {
    const history = await readBookingHistory(
      tx,
      rows.map(({ booking }) => booking.id),
    );
    yield presentBookings(rows, history, accountId);
  }
}
