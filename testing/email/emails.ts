import { asc, eq } from "drizzle-orm";
import type { Deps } from "#server/deps.ts";
import { emailTable } from "#server/email/email-table.ts";

/** The emails to an address, oldest first. */
export function emailsTo(deps: Pick<Deps, "db">, email: string) {
  return deps.db
    .select()
    .from(emailTable)
    .where(eq(emailTable.to, email))
    .orderBy(asc(emailTable.createdAt));
}

/** The fragment of the link to `page` in the newest email of a kind to an address. */
export async function tokenTo(
  deps: Pick<Deps, "db">,
  email: string,
  page: "reset-password" | "verify-email",
): Promise<string> {
  const links = (await emailsTo(deps, email)).flatMap(
    ({ text }) => new RegExp(`/${page}#(\\S+)`).exec(text)?.[1] ?? [],
  );
  const token = links.at(-1);
  if (token === undefined) throw new Error(`No mail to ${email} has a link to /${page}.`);
  return token;
}
