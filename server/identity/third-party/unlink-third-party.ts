import { AppError } from "#shared/errors/app-error.ts";
import type { Database } from "#server/platform/database/database.ts";
import { deleteLink, readWaysIn } from "./third-party-store.ts";

/** Ends an account's connection with Google. @throws AppError invalid_input where it would leave no way in */
export async function unlinkThirdParty(
  { db }: { db: Database },
  identityId: string,
): Promise<{ status: true }> {
  if (await db.transaction((tx) => deleteLink(tx, identityId))) return { status: true };
  const { google } = await readWaysIn(db, identityId);
  throw new AppError("invalid_input", {
    message: google
      ? "Google is your only way to sign in. Set a password first: “Forgot your password?” on the sign-in page sends you a link."
      : "Your account is not connected with Google.",
  });
}
