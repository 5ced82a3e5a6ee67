import { z } from "zod";
import type { VinClaim, vinClaimsQuery } from "#shared/car-history/vin-claim-contract.ts";
import { isShown } from "#server/listings/public.ts";
import type { Deps } from "#server/deps.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import {
  listOtherListings,
  listVinClaims,
  type OtherListing,
  type VinClaimRow,
} from "./vin-claim-store.ts";

const position = z.object({
  // PostgreSQL has no year 0.
  at: z.iso
    .datetime()
    .refine((value) => value >= "0001")
    .transform((value) => new Date(value)),
  id: z.uuid(),
});

const mostOthers = 5;

/** A page of claims of VINs with what other sellers listed, the newest first. @throws AppError invalid_cursor */
export async function listClaims(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  { limit, cursor, state }: z.output<typeof vinClaimsQuery>,
  now: Date,
): Promise<{ claims: VinClaim[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(position, cursor);
  const query = { isPending: state === "pending", after, limit: limit + 1 };
  const { claims, total } = await listVinClaims(db, query);
  const { rows, nextCursor } = cutPage(claims, limit, ({ at, id }) => ({ at, id }));
  const others = await listOtherListings(
    db,
    rows.map(({ id }) => id),
    mostOthers,
  );
  const claimsShown = rows.map((row) => {
    const ofClaim = others.filter(({ claim }) => claim === row.id);
    return presentClaim(row, ofClaim, (id) => isShown(catalogue, id, now));
  });
  return { claims: claimsShown, total, nextCursor };
}

function presentClaim(
  row: VinClaimRow,
  others: readonly OtherListing[],
  isShown: (id: string) => boolean,
): VinClaim {
  const presentListing = (listing: VinClaimRow | OtherListing) => ({
    _id: listing.listingId,
    name: listing.name,
    sellerName: listing.sellerName,
    mileage: listing.mileage,
    mileageUnit: listing.mileageUnit,
    isShown: isShown(listing.listingId),
  });
  return {
    claim: row.id,
    vin: row.vin,
    status: row.status,
    claimedAt: row.claimedAt.toISOString(),
    decision: row.decidedAt && { at: row.decidedAt.toISOString(), by: row.decidedBy },
    listing: presentListing(row),
    others: others.map((other) => ({
      ...presentListing(other),
      since: other.since.toISOString(),
    })),
    othersCount: others[0]?.total ?? 0,
  };
}
