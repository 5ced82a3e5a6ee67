import { randomUUID } from "node:crypto";
import type { Executor } from "#server/platform/database/database.ts";
import { mailTable } from "./mail-table.ts";

export type NewMail = Pick<
  typeof mailTable.$inferInsert,
  "kind" | "to" | "subject" | "text" | "html"
>;

/** Puts a mail into the outbox. */
export async function insertMail(tx: Executor, mail: NewMail): Promise<void> {
  await tx.insert(mailTable).values({ id: randomUUID(), ...mail });
}
