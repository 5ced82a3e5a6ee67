import type { Work } from "./work.ts";

/** Minor units of each currency: what has settled, and what will two days after it was taken. */
export async function sumBalance({ db, now }: Pick<Work, "db" | "now">) {
  const { rows } = await db.query<{ currency: string; available: number; pending: number }>(
    `select data->>'currency' as currency,
       coalesce(sum((data->>'net')::bigint) filter (where (data->>'available_on')::bigint <= $1), 0)::float8 as available,
       coalesce(sum((data->>'net')::bigint) filter (where (data->>'available_on')::bigint > $1), 0)::float8 as pending
     from payment_simulator.object where kind = 'balance_transaction' group by 1 order by 1`,
    [now],
  );
  return rows;
}
