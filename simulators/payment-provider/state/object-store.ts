import type Stripe from "stripe";
import type { TestAftermath, TestPayment } from "#shared/payments/test-cards.ts";
import type { Work } from "./work.ts";

/** The API type of each kind of object. */
export type Objects = {
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  balance_transaction: Stripe.BalanceTransaction;
  event: Stripe.Event;
};
export type Kind = keyof Objects;

/** Data of an object that the API does not show. */
type Hidden = {
  /** Payment method: behavior of the card. */
  payment?: TestPayment;
  aftermath?: TestAftermath | null;
  used?: boolean;
  /** Payment intent: the open 3-D Secure challenge. */
  challenge?: string | null;
  /** Payment intent in `processing`: whether the cardholder was authenticated. */
  authenticated?: boolean;
};
export type Stored<K extends Kind> = { object: Objects[K]; hidden: Hidden };

type Row = { data: unknown; hidden: Hidden };

export async function findObject<K extends Kind>(
  { db }: Pick<Work, "db">,
  kind: K,
  id: string,
): Promise<Stored<K> | null> {
  return read(db, kind, id, "");
}

/** Finds an object and locks it until the transaction ends. */
export async function lockObject<K extends Kind>(
  { db }: Pick<Work, "db">,
  kind: K,
  id: string,
): Promise<Stored<K> | null> {
  return read(db, kind, id, " for update");
}

async function read<K extends Kind>(db: Work["db"], kind: K, id: string, lock: string) {
  const { rows } = await db.query<Row>(
    `select data, hidden from payment_simulator.object where id = $1 and kind = $2${lock}`,
    [id, kind],
  );
  const row = rows[0];
  return row ? { object: row.data as Objects[K], hidden: row.hidden } : null;
}

/** Inserts or replaces the object. `hidden` is merged into the stored value. */
export async function saveObject<K extends Kind>(
  { db }: Pick<Work, "db">,
  kind: K,
  { object, hidden }: { object: Objects[K]; hidden: Hidden },
): Promise<void> {
  const links = linksOf(object);
  await db.query(
    `insert into payment_simulator.object (id, kind, created, payment, charge, data, hidden)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set
       payment = excluded.payment, charge = excluded.charge, data = excluded.data, hidden = excluded.hidden`,
    [
      object.id,
      kind,
      object.created,
      links.payment,
      links.charge,
      JSON.stringify(object),
      JSON.stringify(hidden),
    ],
  );
}

/** The intent and charge an object belongs to. */
export function linksOf(object: object): { payment: string | null; charge: string | null } {
  const fields = object as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    payment: text(fields.object === "payment_intent" ? fields.id : fields.payment_intent),
    charge: text(fields.charge),
  };
}

export type ListQuery = {
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  created: { gt?: number; gte?: number; lt?: number; lte?: number };
  payment?: string | undefined;
  charge?: string | undefined;
  types?: string[] | undefined;
};

/** A page of objects, newest first, and whether there are more. */
export async function listObjects<K extends Kind>(
  { db }: Pick<Work, "db">,
  kind: K,
  query: ListQuery,
): Promise<{ data: Objects[K][]; more: boolean }> {
  const values: unknown[] = [kind];
  const where = ["kind = $1"];
  const add = (sql: string, value: unknown) => {
    values.push(value);
    where.push(sql.replace("?", `$${values.length}`));
  };
  const place = "(select number from payment_simulator.object where id = ?)";
  if (query.startingAfter) add(`number < ${place}`, query.startingAfter);
  if (query.endingBefore) add(`number > ${place}`, query.endingBefore);
  if (query.created.gt !== undefined) add("created > ?", query.created.gt);
  if (query.created.gte !== undefined) add("created >= ?", query.created.gte);
  if (query.created.lt !== undefined) add("created < ?", query.created.lt);
  if (query.created.lte !== undefined) add("created <= ?", query.created.lte);
  if (query.payment) add("payment = ?", query.payment);
  if (query.charge) add("charge = ?", query.charge);
  if (query.types) add("type like any (?)", query.types.map(asPattern));
  values.push(query.limit + 1);
  const { rows } = await db.query<{ data: Objects[K] }>(
    `select data from payment_simulator.object where ${where.join(" and ")}
     order by number ${query.endingBefore ? "asc" : "desc"} limit $${values.length}`,
    values,
  );
  const page = rows.slice(0, query.limit).map((row) => row.data);
  if (query.endingBefore) page.reverse();
  return { data: page, more: rows.length > query.limit };
}

/** `charge.*` matches every type that starts with `charge.`. */
function asPattern(type: string): string {
  return type.replace(/[\\%_]/g, "\\$&").replace("*", "%");
}

/** Balance per currency in minor units. Charges are pending for two days. */
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
