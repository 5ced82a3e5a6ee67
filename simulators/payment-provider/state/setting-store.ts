import type { Work } from "./work.ts";

/**
 * How webhooks of future events are delivered. `types`: only for these events; others are sent as usual.
 * - normal: sent at once · hold: kept until released · drop: never sent
 * - duplicate: sent `times` times at once · delay: sent after `milliseconds`
 */
export type WebhookMode = { types?: string[] | undefined } & (
  | { mode: "normal" }
  | { mode: "hold" }
  | { mode: "drop" }
  | { mode: "duplicate"; times: number }
  | { mode: "delay"; milliseconds: number }
);

/** Whether confirmed payments stay in `processing` until they are finished by a test. */
type Settings = { webhooks: WebhookMode; slowPayments: boolean };
const defaults: Settings = { webhooks: { mode: "normal" }, slowPayments: false };

export async function readSetting<N extends keyof Settings>(
  { db }: Pick<Work, "db">,
  name: N,
): Promise<Settings[N]> {
  const { rows } = await db.query<{ value: Settings[N] }>(
    "select value from payment_simulator.setting where name = $1",
    [name],
  );
  return rows[0]?.value ?? defaults[name];
}

export async function writeSetting<N extends keyof Settings>(
  { db }: Pick<Work, "db">,
  name: N,
  value: Settings[N],
): Promise<void> {
  await db.query(
    `insert into payment_simulator.setting (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );
}
