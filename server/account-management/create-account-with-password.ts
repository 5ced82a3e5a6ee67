import { randomUUID } from "node:crypto";
import type { Role } from "#shared/accounts/account.ts";
import { insertPasswordIdentity } from "#server/identity/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { insertAccount } from "#server/accounts/public.ts";

type AccountWithPassword = {
  email: string;
  password: string;
  name: string;
  role: Role;
  isVerified?: boolean;
  phone?: string;
  location?: string;
};

/** Creates an account that can sign in with a password, for demo data and the first admin. */
export async function createAccountWithPassword(
  deps: { db: Database },
  { password, email, ...account }: AccountWithPassword,
): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const lowerCase = email.toLowerCase();
  await deps.db.transaction(async (tx) => {
    const identityId = await insertPasswordIdentity(tx, {
      name: account.name,
      email: lowerCase,
      password,
    });
    await insertAccount(tx, { ...account, id, identityId, email: lowerCase });
  });
  return { id, email: lowerCase };
}
