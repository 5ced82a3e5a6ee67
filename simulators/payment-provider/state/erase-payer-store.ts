import { sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";

/**
 * Erases the cardholder's name and address from all stored payments. The shop calls this because the simulator's tables
 * are in its database. Does nothing if they do not exist: a real provider has its own retention rules.
 */
export async function erasePayer(
  tx: Executor,
  { email, intents }: { email: string; intents: string[] },
): Promise<void> {
  const { rows } = await tx.execute<{ exists: boolean }>(
    sql`select to_regclass('payment_simulator.object') is not null as "exists"`,
  );
  if (!rows[0]?.exists) return;
  const paid = sql`(${sql.join([sql`''`, ...intents.map((intent) => sql`${intent}`)], sql`, `)})`;
  const { rows: objects } = await tx.execute<{ id: string; data: unknown }>(sql`
    select id, data from payment_simulator.object
    where payment in ${paid} or strpos(lower(data::text), ${email}) > 0
      or id in (select data->>'payment_method' from payment_simulator.object where payment in ${paid})
    for update`);
  for (const { id, data } of objects)
    await tx.execute(
      sql`update payment_simulator.object set data = ${JSON.stringify(withoutBilling(data))}::json where id = ${id}`,
    );
  // Stored answers are no longer needed, because requests about finished payments are not repeated.
  await tx.execute(sql`
    delete from payment_simulator.idempotent_answer
    where strpos(lower(body), ${email}) > 0
      or exists (select from unnest(array[${sql.join([sql`''`, ...intents.map((intent) => sql`${intent}`)], sql`, `)}]) as paid
        where paid <> '' and strpos(body, paid) > 0)`);
}

function withoutBilling(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutBilling);
  if (data === null || typeof data !== "object") return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      key === "billing_details" ? emptied(value) : withoutBilling(value),
    ]),
  );
}

function emptied(billing: unknown): unknown {
  if (billing === null || typeof billing !== "object") return billing;
  return Object.fromEntries(
    Object.entries(billing).map(([key, value]) => [
      key,
      typeof value === "object" ? emptied(value) : null,
    ]),
  );
}
