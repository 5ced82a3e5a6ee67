import { sql, type SQL } from "drizzle-orm";
import { imageTable } from "#server/images/image-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Database } from "#server/platform/database/database.ts";
import { bandsNear, bytesOfHash, mirrored, nearest, partsOf } from "./photo-hash.ts";
import { listingPhotoTable as photo } from "./reused-photo-table.ts";

type SimilarPhoto = {
  listingId: string;
  imageId: string;
  /** Bits of 256 that differ. */
  distance: number;
  uploadedAt: Date;
  listedAt: Date;
};

/**
 * The oldest photo of each other seller that looks like this one or its mirror image, the oldest first. Cars that an admin
 * removed are left out. PostgreSQL compares all photos that share a key, which are one of 30.
 */
export async function listSimilar(
  db: Database,
  { sellerId, hashes, limit }: { sellerId: string; hashes: Buffer; limit: number },
): Promise<SimilarPhoto[]> {
  const bands = [hashes, mirrored(hashes)].flatMap(bandsNear);
  const columns = partsOf(hashes).map((_, part) => sql.raw(`part_${part}`));
  const parts = columns.map((column, part) => {
    const start = sql.raw(String(part * bytesOfHash + 1));
    const bytes = sql`substr(${photo.hashes}, ${start}, ${sql.raw(String(bytesOfHash))})`;
    return sql`${bitsOf(sql`encode(${bytes}, 'hex')`)} as ${column}`;
  });
  const query = sql`
    with candidate as materialized (
      select listing_id, image_id, ${sql.join(parts, sql`, `)}
      from ${photo} where ${photo.bands} && ${sql.param(bands)}::int[]),
    compared as materialized (
      select listing_id, image_id, ${distanceTo(hashes, columns)} as distance from candidate),
    oldest as (
      select distinct on (seller_id) listing_id, image_id, distance,
        ${imageTable.createdAt} as uploaded_at, ${listingTable.createdAt} as listed_at
      from compared join ${listingTable} on ${listingTable.id} = listing_id
      join ${imageTable} on ${imageTable.id} = image_id
      where distance <= ${nearest} and seller_id <> ${sellerId} and removed_at is null
      order by seller_id, uploaded_at, listed_at, listing_id, image_id)
    select * from oldest order by uploaded_at, listed_at, listing_id, image_id limit ${limit}`;
  return db.transaction(async (tx) => {
    // PostgreSQL expects most photos to share a key, and would compare the keys of every photo, which takes seconds.
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute<Row>(query);
    return rows.map(fromRow);
  });
}

type Row = {
  listing_id: string;
  image_id: string;
  distance: number;
  uploaded_at: string;
  listed_at: string;
};

function fromRow(row: Row): SimilarPhoto {
  return {
    listingId: row.listing_id,
    imageId: row.image_id,
    distance: row.distance,
    uploadedAt: new Date(row.uploaded_at),
    listedAt: new Date(row.listed_at),
  };
}

/** `distanceOf` a photo or its mirror image and one whose hashes are in these columns, which a test proves. */
function distanceTo(hashes: Buffer, others: readonly SQL[]): SQL {
  const distances = [hashes, mirrored(hashes)].flatMap((version) => {
    const [whole, ...parts] = partsOf(version).map((part) =>
      bitsOf(sql`${part.toString("hex")}::text`),
    );
    return [
      ...others.map((other) => sql`bit_count(${whole} # ${other})`),
      ...parts.map((part) => sql`bit_count(${part} # ${others[0]})`),
    ];
  });
  return sql`least(${sql.join(distances, sql`, `)})::int`;
}

/** A hash as bits, which can be compared, from an expression for its hexadecimal digits. */
const bitsOf = (digits: SQL) => sql`('x' || ${digits})::bit(${sql.raw(String(8 * bytesOfHash))})`;
