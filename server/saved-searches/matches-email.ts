import { pictureOf } from "#shared/listings/illustration.ts";
import { listingPath } from "#shared/listings/listing-path.ts";
import { formatMoney } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { isolate } from "#shared/text/isolate.ts";
import type { ListingRow } from "#server/catalogue/public.ts";
import type { Deps } from "#server/deps.ts";
import {
  emailPicture,
  writeEmail,
  type EmailSection,
  type NewEmail,
} from "#server/email/public.ts";
import { shopAddress } from "#server/platform/config/config.ts";
import type { News } from "./decide-news.ts";
import { unsubscribePath, unsubscribeToken } from "./unsubscribe.ts";

/** A saved search with the cars to announce, at least one. */
export type AnnouncedSearch = {
  id: string;
  name: string;
  /** Its URL parameters. */
  search: string;
  /** What it looks for. */
  parts: readonly { label: string }[];
  /** How many cars match it now. */
  total: number;
  cars: { row: ListingRow; news: News }[];
};

type EmailDeps = Pick<Deps, "config" | "identity">;

/** Cars named for each search. The others are counted, and behind the link. */
const mostNamed = 6;

/** The email about everything new in an account's saved searches: which cars, and why each matched. */
export function matchesEmail(
  deps: EmailDeps,
  {
    accountId,
    name,
    searches,
  }: { accountId: string; name: string; searches: readonly AnnouncedSearch[] },
): Pick<NewEmail, "subject" | "text" | "html" | "unsubscribeUrl"> {
  const { config } = deps;
  const token = unsubscribeToken(deps, { accountId });
  const address = shopAddress(config);
  return {
    subject: subjectOf(searches, config.CURRENCY),
    unsubscribeUrl: `${address}/api${unsubscribePath(token)}`,
    ...writeEmail(config, {
      heading: "New in your saved searches",
      greeting: name,
      paragraphs: [],
      sections: searches.map((search) => sectionOf(deps, search)),
      note: "You get this email at most once a day, because you saved these searches.",
      noteLinks: [
        { label: "Manage saved searches", url: `${address}/saved-searches` },
        { label: "Stop all saved search emails", url: address + unsubscribePath(token) },
      ],
    }),
  };
}

function subjectOf(searches: readonly AnnouncedSearch[], currency: string): string {
  const cars = new Map(searches.flatMap((one) => one.cars.map((car) => [car.row.id, car])));
  const [first] = [...cars.values()];
  if (cars.size === 1 && first) {
    const price = formatMoney(first.row.resalePriceMinor, currency);
    return first.news.kind === "price"
      ? `Price drop: ${isolate(first.row.name)}, now ${price}`
      : `New match: ${isolate(first.row.name)}, ${price}`;
  }
  return searches.length === 1
    ? `${cars.size} cars for “${isolate(searches[0]!.name)}”`
    : `${cars.size} cars for your saved searches`;
}

function sectionOf(deps: EmailDeps, search: AnnouncedSearch): EmailSection {
  const { config } = deps;
  const address = shopAddress(config);
  const wanted = search.parts.map(({ label }) => label).join(" · ");
  const shown = search.cars.slice(0, mostNamed);
  const ofAll =
    shown.length < search.cars.length ? ` (${shown.length} of ${search.cars.length} shown)` : "";
  return {
    heading: search.name,
    text: `${wanted === "" ? "Matches your search for all cars" : `Matches ${wanted}`}${ofAll}`,
    entries: shown.map(({ row, news }) => ({
      label: row.name,
      url: address + listingPath({ _id: row.id, name: row.name }),
      picture: emailPicture(config, { image: pictureOf(row), name: row.name }),
      detail: [reasonOf(row, news, config.CURRENCY), ...factsOf(row)].join(" · "),
    })),
    links: [
      {
        label: search.total === 1 ? "See the search" : `See all ${formatNumber(search.total)} cars`,
        url: `${address}/search${search.search === "" ? "" : `?${search.search}`}`,
      },
      {
        label: "Stop emails for this search",
        url: address + unsubscribePath(unsubscribeToken(deps, { searchId: search.id })),
      },
    ],
  };
}

function reasonOf(row: ListingRow, news: News, currency: string): string {
  const now = formatMoney(row.resalePriceMinor, currency);
  const was = news.wasMinor === null ? null : formatMoney(news.wasMinor, currency);
  if (news.kind === "edit") return `Matches now, ${now}`;
  if (news.kind === "price") return `Price drop: was ${was}, now ${now}`;
  if (news.kind === "return")
    return was === null ? `Back on sale, ${now}` : `Back on sale: was ${was}, now ${now}`;
  return was === null ? `New listing, ${now}` : `New listing: was ${was}, now ${now}`;
}

function factsOf(row: ListingRow): string[] {
  return [
    row.year === null ? null : String(row.year),
    row.mileage === null
      ? null
      : `${formatNumber(row.mileage)} ${row.mileageUnit === "km" ? "km" : "miles"}`,
    row.location || row.sellerLocation,
  ].filter((fact): fact is string => Boolean(fact));
}
