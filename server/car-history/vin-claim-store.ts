import { and, desc, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { VinClaimStatus } from "#shared/listings/vin-claim.ts";
import type { MileageUnit } from "#shared/listings/listing.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { isListed, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { carEventTable } from "./car-event-table.ts";
import { vinClaimTable } from "./vin-claim-table.ts";

/** What a listing stated last for a VIN. */
type Mileage = { mileage: number | null; mileageUnit: MileageUnit | null };

/** A claim of the VIN that its listing has. */
export type VinClaimRow = Mileage & {
  id: string;
  vin: string;
  status: VinClaimStatus;
  claimedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  /** By which the list is sorted. */
  at: Date;
  listingId: string;
  name: string;
  sellerName: string;
};

const { id, listingId, carKey, sellerId, claimedAt, status, decidedAt, decidedBy } = vinClaimTable;
const at = sql<Date>`coalesce(${decidedAt}, ${claimedAt})`.mapWith(claimedAt);
/** A listing that is in the shop and still has the VIN. */
const isCurrent = and(
  eq(listingTable.id, listingId),
  sql`${carKey} = car_key(${listingTable.vin})`,
);

const ofState = (isPending: boolean) =>
  and(isListed, isPending ? eq(status, "pending") : ne(status, "pending"));

/** Claims of listings in the shop after a position, the newest first, and how many there are in all. */
export async function listVinClaims(
  executor: Executor,
  query: { isPending: boolean; after: { at: Date; id: string } | null; limit: number },
): Promise<{ claims: VinClaimRow[]; total: number }> {
  const { isPending, after, limit } = query;
  const decider = alias(accountTable, "decider");
  const claims = await executor
    .select({
      id,
      vin: sql<string>`${listingTable.vin}`,
      status,
      claimedAt,
      decidedAt,
      at,
      decidedBy: decider.name,
      listingId,
      name: listingTable.name,
      sellerName: accountTable.name,
      mileage: listingTable.mileage,
      mileageUnit: listingTable.mileageUnit,
    })
    .from(vinClaimTable)
    .innerJoin(listingTable, isCurrent)
    .innerJoin(accountTable, eq(accountTable.id, sellerId))
    .leftJoin(decider, eq(decider.id, decidedBy))
    .where(
      and(
        ofState(isPending),
        after === null
          ? undefined
          : sql`(${at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit);
  return { claims, total: await countVinClaims(executor, isPending) };
}

/** How many claims of listings in the shop wait, or are decided. */
export async function countVinClaims(executor: Executor, isPending: boolean): Promise<number> {
  const [row] = await executor
    .select({ claims: sql<number>`count(*)::int` })
    .from(vinClaimTable)
    .innerJoin(listingTable, isCurrent)
    .where(ofState(isPending));
  return row?.claims ?? 0;
}

/** A listing of another seller than the claim's that has had its VIN. */
export type OtherListing = Mileage & {
  claim: string;
  listingId: string;
  name: string;
  sellerName: string;
  since: Date;
  /** How many listings there are for the claim. */
  total: number;
};

/** The newest listings of other sellers for each of these claims. */
export async function listOtherListings(
  executor: Executor,
  claims: readonly string[],
  most: number,
): Promise<OtherListing[]> {
  if (claims.length === 0) return [];
  const { rows } = await executor.execute<{
    claim: string;
    listing_id: string;
    name: string;
    seller_name: string;
    since: string;
    mileage: number | null;
    unit: MileageUnit | null;
    total: number;
  }>(sql`
    with other as (
      select claim.id as claim, claim.car_key, event.listing_id, min(event.at) as since, min(event.id) as first
      from ${vinClaimTable} as claim join ${carEventTable} as event on event.car_key = claim.car_key
      where claim.id = any(${sql.param([...claims])}::uuid[])
      group by claim.id, event.listing_id
    ), named as (
      select other.*, listing.name, account.name as seller_name,
        row_number() over (partition by claim order by first desc) as nth,
        (count(*) over (partition by claim))::int as total
      from other join ${vinClaimTable} as claim on claim.id = other.claim
        join ${listingTable} as listing on listing.id = other.listing_id
          and listing.seller_id <> claim.seller_id
        join ${accountTable} as account on account.id = listing.seller_id
    )
    select claim, named.listing_id, name, seller_name, total, reading.mileage, reading.unit,
      (extract(epoch from since) * 1000)::bigint as since
    from named left join lateral (
      select mileage, unit from car_reading
      where (car_reading.listing_id, car_reading.car_key) = (named.listing_id, named.car_key)
      order by id desc limit 1) as reading on true
    where nth <= ${most} order by claim, nth`);
  return rows.map((row) => ({
    claim: row.claim,
    listingId: row.listing_id,
    name: row.name,
    sellerName: row.seller_name,
    since: new Date(Number(row.since)),
    mileage: row.mileage,
    mileageUnit: row.unit,
    total: row.total,
  }));
}

/** Locks a claim for its decision; null if there is none. */
export async function lockVinClaim(
  tx: Executor,
  claim: string,
): Promise<{ listingId: string; status: VinClaimStatus } | null> {
  const [row] = await tx
    .select({ listingId, status })
    .from(vinClaimTable)
    .where(eq(id, claim))
    .for("update");
  return row ?? null;
}

/** Decides a claim that the caller has locked. */
export async function settleVinClaim(
  tx: Executor,
  claim: string,
  decision: { status: Exclude<VinClaimStatus, "pending">; decidedBy: string; decidedAt: Date },
): Promise<void> {
  await tx.update(vinClaimTable).set(decision).where(eq(id, claim));
}

/** What was decided of the VIN that a listing has; null if it needs no confirmation. */
export async function readVinClaim(
  executor: Executor,
  listing: string,
): Promise<VinClaimStatus | null> {
  const [row] = await executor
    .select({ status })
    .from(vinClaimTable)
    .innerJoin(listingTable, isCurrent)
    .where(eq(listingId, listing));
  return row?.status ?? null;
}
