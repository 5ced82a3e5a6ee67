import type { Executor } from "#server/platform/database/database.ts";
import { replacePasswordHash } from "../identity-store.ts";
import { checkHash } from "./password-hash.ts";

/** Whether `password` matches the stored hash. A hash of an older version is replaced by one of the normalized password. */
export async function verifyPassword(
  db: Executor,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  const { matches, renewed } = await checkHash({ hash, password });
  if (renewed !== null) await replacePasswordHash(db, { from: hash, to: renewed });
  return matches;
}
