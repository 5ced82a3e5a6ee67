import type { Work } from "./work.ts";

type Db = Pick<Work, "db">;

/** Schedules a task such as a pending refund. `inMs` null: it only runs through the control API. */
export async function addTask({ db }: Db, object: string, inMs: number | null): Promise<void> {
  await db.query(
    `insert into payment_simulator.task (object, due_at)
     values ($1, case when $2::float8 is null then null else now() + $2 * interval '1 millisecond' end)
     on conflict (object) do update set due_at = excluded.due_at`,
    [object, inMs],
  );
}

/** Due tasks or all tasks, oldest first. */
export async function listTasks({ db }: Db, which: "due" | "all"): Promise<string[]> {
  const { rows } = await db.query<{ object: string }>(
    `select object from payment_simulator.task where $1 or due_at <= now() order by created_at, object`,
    [which === "all"],
  );
  return rows.map((row) => row.object);
}

export async function endTask({ db }: Db, object: string): Promise<void> {
  await db.query("delete from payment_simulator.task where object = $1", [object]);
}
