import { AppError } from "#shared/errors/app-error.ts";
import type { Database } from "#server/platform/database/database.ts";
import { deleteLink, readSignInMethods } from "./third-party-store.ts";

/** Disconnects Google from an account. @throws AppError invalid_input if it is the only way to sign in */
export async function unlinkThirdParty(
  { db }: { db: Database },
  identityId: string,
): Promise<{ status: true }> {
  if (await db.transaction((tx) => deleteLink(tx, identityId))) return { status: true };
  const { google } = await readSignInMethods(db, identityId);
  throw new AppError("invalid_input", {
    message: google
      ? "Google is your only way to sign in. Set a password first: use “Forgot your password?” on the sign-in page to get a link."
      : "Your account is not connected with Google.",
  });
}
