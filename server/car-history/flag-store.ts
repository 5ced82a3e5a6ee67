import { sql, type SQL } from "drizzle-orm";
import { correctionDays } from "#shared/car-history/car-reading.ts";
import { kilometersPerMile } from "#shared/listings/mileage.ts";
import { isListed, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { photoMatchTable } from "#server/reused-photos/reused-photo-table.ts";
import { keptReading } from "./car-reading-store.ts";
import { carReadingTable } from "./car-reading-table.ts";
import { flagDismissalTable } from "./flag-dismissal-table.ts";
import { vinClaimTable } from "./vin-claim-table.ts";

/** A flag of a listing in the shop. `parts` name its facts: it is dismissed once all of them are. */
export type Flag = {
  flag: string;
  parts: string[];
  listingId: string;
  name: string;
  at: Date;
  isDismissed: boolean;
} & (
  | { kind: "mileage" | "identity"; beforeId: number; afterId: number }
  | { kind: "photos"; matchId: number }
);

type Position = { at: Date; flag: string };

/** What a flag's name looks like. */
export const flagFormat = /^(reading-\d{1,18}|photo)-(\d{1,18})$/;

/** Flags after a position, the newest first, and how many there are in all. */
export async function listFlags(
  executor: Executor,
  query: { isDismissed: boolean; after: Position | null; limit: number },
): Promise<{ flags: Flag[]; total: number }> {
  const { isDismissed, after, limit } = query;
  const at = sql`${after?.at.toISOString()}::timestamptz`;
  const isAfter = after
    ? sql`at < ${at} or (at = ${at} and flag collate "C" > ${after.flag})`
    : sql`true`;
  const { rows } = await executor.execute<Row & { total: number }>(sql`
    with ${flags({ readings: sql`true`, matches: sql`true` })},
    chosen as (select * from flag where is_dismissed = ${isDismissed})
    select total, page.* from (select count(*)::int as total from chosen) as counted
    left join lateral (
      select * from chosen where ${isAfter} order by at desc, flag collate "C" limit ${limit}
    ) as page on true`);
  return {
    flags: rows.flatMap((row) => (row.flag === null ? [] : [fromRow(row)])),
    total: rows[0]!.total,
  };
}

/** One flag; null if it is not or no longer there. Only reads what it is about. */
export async function findFlag(executor: Executor, flag: string): Promise<Flag | null> {
  const [, kind, id] = flagFormat.exec(flag) ?? [];
  if (kind === undefined || id === undefined) return null;
  const { listingId, otherListingId } = photoMatchTable;
  const only =
    kind === "photo"
      ? {
          readings: sql`false`,
          matches: sql`(${listingId}, ${otherListingId}) = (
            select listing_id, other_listing_id from ${photoMatchTable} as given where given.id = ${id})`,
        }
      : {
          readings: sql`car_key = (select car_key from ${carReadingTable} as given where given.id = ${id})`,
          matches: sql`false`,
        };
  const { rows } = await executor.execute<Row>(
    sql`with ${flags(only)} select * from flag where flag = ${flag}`,
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

type Row = {
  flag: string | null;
  parts: string[];
  listing_id: string;
  name: string;
  at: string;
  is_dismissed: boolean;
  kind: Flag["kind"];
  before_id: string | null;
  after_id: string | null;
  match_id: string | null;
};

function fromRow(row: Row): Flag {
  const common = {
    flag: row.flag!,
    parts: row.parts,
    listingId: row.listing_id,
    name: row.name,
    at: new Date(row.at),
    isDismissed: row.is_dismissed,
  };
  return row.kind === "photos"
    ? { ...common, kind: row.kind, matchId: Number(row.match_id) }
    : { ...common, kind: row.kind, beforeId: Number(row.before_id), afterId: Number(row.after_id) };
}

/**
 * Flags of listings in the shop, as common table expressions that end with `flag`. Readings are compared as `flagReadings`
 * compares them, which a test proves; a listing whose claim of the VIN was refused is another car, and one whose claim waits
 * is compared, so that admins see it. One photo flag for each two cars, which names the newest of their matches.
 */
function flags({ readings, matches }: { readings: SQL; matches: SQL }): SQL {
  const kilometers = sql`case unit when 'mi' then mileage * ${kilometersPerMile}::float8 else mileage end`;
  // Cars that a later reading could be flagged of, found in the order of the index: most cars only gain miles.
  return sql`
    changed as (
      select car_key, ${kilometers} < lag(${kilometers}) over car or make <> lag(make) over car
        or lag(id) over car is not null and year is distinct from lag(year) over car as is_changed
      from ${carReadingTable} where ${readings} window car as (partition by car_key order by id)),
    kept as (
      select id, car_key, listing_id, make, year, mileage, unit, at, kilometers, (
          select seller_id from ${vinClaimTable} as claim where claim.status = 'refused'
            and (claim.listing_id, claim.car_key) = (${carReadingTable}.listing_id, ${carReadingTable}.car_key)
        ) as refused_seller, coalesce(max(kilometers) over (partition by car_key, listing_id order by id
          rows between unbounded preceding and 1 preceding), '-infinity') as highest_before
      from ${carReadingTable}, lateral (select ${kilometers} as kilometers) as converted
      where ${readings} and ${keptReading} and car_key in (select car_key from changed where is_changed)),
    compared as (
      select *, max(array[kilometers, -id::float8]) over (
        partition by car_key, refused_seller order by id rows between unbounded preceding and 1 preceding) as highest
      from kept where not exists (
        select from kept as later
        where (later.car_key, later.listing_id) = (kept.car_key, kept.listing_id) and later.id > kept.id
          and later.at <= kept.at + make_interval(hours => ${correctionDays * 24})
          and later.kilometers >= least(kept.kilometers, kept.highest_before))),
    judged as (
      select compared.*, before.id as before_id,
        before.make <> compared.make or coalesce(abs(before.year - compared.year) > 1, false) as is_other,
        kilometers < highest[1] - greatest(1000, highest[1] / 100)
          and (before.unit = compared.unit
            or abs(before.mileage::float8 / greatest(compared.mileage, 1) - 1) >= 0.02) as is_rollback
      from compared join ${carReadingTable} as before on before.id = -highest[2]::bigint),
    photo_flag as (
      select ${photoMatchTable.listingId}, max(${photoMatchTable.id}) as match_id,
        max(${photoMatchTable.foundAt}) as at,
        array_agg('photo-' || ${photoMatchTable.id} order by ${photoMatchTable.id} desc) as parts
      from ${photoMatchTable} join ${listingTable} as earlier
        on earlier.id = ${photoMatchTable.otherListingId} and earlier.removed_at is null
      where ${matches} group by ${photoMatchTable.listingId}, ${photoMatchTable.otherListingId}),
    found as (
      select 'reading-' || before_id || '-' || id as flag, listing_id, at,
        case when is_other then 'identity' else 'mileage' end as kind,
        array['reading-' || before_id || '-' || id] as parts,
        before_id, id as after_id, null::bigint as match_id
      from judged where is_other or is_rollback
      union all
      select parts[1], listing_id, at, 'photos', parts, null, null, match_id from photo_flag),
    flag as (
      select found.*, ${listingTable.name}, not exists (
        select from unnest(parts) as part where not exists (
          select from ${flagDismissalTable} where ${flagDismissalTable.flag} = part)) as is_dismissed
      from found join ${listingTable} on ${listingTable.id} = found.listing_id and ${isListed})`;
}
