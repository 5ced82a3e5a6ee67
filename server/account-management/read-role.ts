import type { Role } from "#shared/accounts/account.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { findAccountByEmail } from "#server/accounts/public.ts";

/**
 * The role of the account with this email, for its owner or an admin; null if there is none.
 * @throws AppError not_allowed
 */
export async function readRole(
  deps: { db: Database },
  viewer: Viewer,
  email: string,
): Promise<Role | null> {
  if (viewer.email === email) return viewer.role;
  if (viewer.role !== "admin") throw new AppError("not_allowed");
  return (await findAccountByEmail(deps.db, email))?.role ?? null;
}
