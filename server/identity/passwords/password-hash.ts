import { hash, verify } from "@node-rs/argon2";
import { normalizePassword } from "#shared/accounts/password-rules.ts";

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane
// (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html). Argon2id is the library's default.
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, normalized, in PHC form with its salt. */
export async function hashPassword(password: string): Promise<string> {
  const normalized = normalizePassword(password);
  const hashed = await hash(normalized, passwordCost);
  // New passwords are normalized already. For an unknown email the service hashes what was typed, which must take as
  // long as checking it twice.
  if (normalized !== password) await hash(password, passwordCost);
  return hashed;
}

/**
 * Whether `password` matches the hash: normalized, or as typed, which older versions hashed. `renewed` is then the hash
 * to store instead.
 */
export async function checkHash({
  hash: hashed,
  password,
}: {
  hash: string;
  password: string;
}): Promise<{ matches: boolean; renewed: string | null }> {
  const normalized = normalizePassword(password);
  if (await verify(hashed, normalized)) return { matches: true, renewed: null };
  if (normalized === password || !(await verify(hashed, password)))
    return { matches: false, renewed: null };
  return { matches: true, renewed: await hash(normalized, passwordCost) };
}
