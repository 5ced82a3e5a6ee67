import type Stripe from "stripe";
import type { TestAftermath, TestPayment } from "#shared/payments/test-cards.ts";
import type { Work } from "./work.ts";

/** What each kind of object holds, as the API shows it. */
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

/** What the simulator knows of an object and the API does not show. */
type Hidden = {
  /** Of a payment method: what its card does. */
  payment?: TestPayment;
  aftermath?: TestAftermath | null;
  used?: boolean;
  /** Of a payment intent: the open 3-D Secure challenge. */
  challenge?: string | null;
  /** Of a payment intent in `processing`: whether its holder has confirmed with the bank. */
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

/** The same, and nobody else changes it until the transaction ends. */
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

/** Inserts or replaces the object. `hidden` is merged into what is known. */
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

/** The intent and the charge that an object is of. */
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

/** A page of objects, newest first, and whether there are more on the side asked for. */
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

/** `charge.*` stands for every type that begins so. */
function asPattern(type: string): string {
  return type.replace(/[\\%_]/g, "\\$&").replace("*", "%");
}
