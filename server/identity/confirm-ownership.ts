import type { Executor } from "#server/platform/database/database.ts";
import { countPasskeys, removeFactors } from "./factor-store.ts";
import { confirmEmail } from "./identity-store.ts";

/** What else can sign in to the account, for the email to its owner. */
export type RemainingFactors = { factorsRemoved: boolean; passkeys: number };

/**
 * Records that a user controls the account's address. If it was unconfirmed, an attacker may have created the account
 * (https://arxiv.org/abs/2205.10174) and added passkeys or two-factor authentication, so those are removed. The caller
 * ends the other sessions.
 */
export async function confirmOwnership(
  tx: Executor,
  { id, wasConfirmed }: { id: string; wasConfirmed: boolean },
): Promise<RemainingFactors> {
  if (wasConfirmed) return { factorsRemoved: false, passkeys: await countPasskeys(tx, id) };
  const factorsRemoved = await removeFactors(tx, id);
  await confirmEmail(tx, id);
  return { factorsRemoved, passkeys: 0 };
}
