import { hash, verify } from "@node-rs/argon2";

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane
// (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html). Argon2id is the library's default.
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, in PHC form with its salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, passwordCost);
}

/** Whether `password` matches the hash. */
export function verifyPassword({
  hash: hashed,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  return verify(hashed, password);
}
