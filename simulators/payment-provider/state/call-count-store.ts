import { createHmac } from "node:crypto";
import type { Work } from "./work.ts";

/**
 * Counts a call of an IP address, and returns how many it made in this minute (of Unix time). All processes count
 * together. Addresses are stored as hashes with this key.
 */
export async function countCall(
  { db }: Pick<Work, "db">,
  address: string,
  { minute, hashKey }: { minute: number; hashKey: string },
): Promise<number> {
  const caller = createHmac("sha256", hashKey).update(address).digest("base64url").slice(0, 22);
  const { rows } = await db.query<{ calls: number }>(
    `insert into payment_simulator.call_count (caller, minute, calls)
     values ($1, $2, 1)
     on conflict (caller, minute) do update set calls = call_count.calls + 1
     returning calls`,
    [caller, minute],
  );
  return rows[0]!.calls;
}

/** Deletes the counts before this minute. */
export async function deleteOldCalls({ db }: Pick<Work, "db">, minute: number): Promise<void> {
  await db.query("delete from payment_simulator.call_count where minute < $1", [minute]);
}
