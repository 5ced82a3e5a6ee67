import type { Work } from "./work.ts";

type KeptAnswer = {
  endpoint: string;
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
};

/** Locks the key for this transaction. Returns false while another request is using it. */
export async function takeKey({ db }: Pick<Work, "db">, key: string): Promise<boolean> {
  const { rows } = await db.query<{ taken: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('payment_simulator.key:' || $1, 0)) as taken",
    [key],
  );
  return rows[0]!.taken;
}

export async function findAnswer({ db }: Pick<Work, "db">, key: string) {
  const { rows } = await db.query<KeptAnswer>(
    `select endpoint, fingerprint, status, body, request_id as "requestId"
     from payment_simulator.idempotent_answer where key = $1`,
    [key],
  );
  return rows[0] ?? null;
}

/** Stores the answer in the same transaction as its effect. */
export async function keepAnswer({ db }: Pick<Work, "db">, key: string, answer: KeptAnswer) {
  await db.query(
    `insert into payment_simulator.idempotent_answer (key, endpoint, fingerprint, status, body, request_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [key, answer.endpoint, answer.fingerprint, answer.status, answer.body, answer.requestId],
  );
}

/** Deletes keys older than a day, as the provider may. */
export async function deleteOldKeys({ db }: Pick<Work, "db">): Promise<void> {
  await db.query(
    "delete from payment_simulator.idempotent_answer where created_at < now() - interval '24 hours'",
  );
}
