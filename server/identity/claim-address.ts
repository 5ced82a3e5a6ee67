import type { Executor } from "#server/platform/database/database.ts";
import { countPasskeys, forgetFactors } from "./factor-store.ts";
import { confirmEmail } from "./identity-store.ts";

/** What else opens an account whose address was claimed, for the letter that tells of it. */
export type LeftFactors = { factorsRemoved: boolean; passkeys: number };

/**
 * Notes that somebody has shown that an account's address is theirs. Until then anybody may have made the account and
 * prepared doors of their own to it (https://arxiv.org/abs/2205.10174): passkeys, and codes that would keep the owner
 * out. Those of an address that was never confirmed go. Its other sessions are the caller's to end.
 */
export async function claimAddress(
  tx: Executor,
  { id, wasConfirmed }: { id: string; wasConfirmed: boolean },
): Promise<LeftFactors> {
  if (wasConfirmed) return { factorsRemoved: false, passkeys: await countPasskeys(tx, id) };
  const factorsRemoved = await forgetFactors(tx, id);
  await confirmEmail(tx, id);
  return { factorsRemoved, passkeys: 0 };
}
