import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Pool } from "pg";

const schema = `
select pg_advisory_xact_lock(hashtext('openid_simulator.schema'));
create schema if not exists openid_simulator;
create table if not exists openid_simulator.entry (
  key text primary key,
  uid text,
  grant_id text,
  sealed text not null,
  consumed_at bigint,
  ends_at timestamptz not null
);
create index if not exists entry_ends_at on openid_simulator.entry (ends_at);
`;

/** Beyond this number, the entries that end first are deleted. */
const maximumEntries = 5_000;

export type EntryStore = {
  put(
    key: string,
    value: object,
    about: { seconds: number; uid?: string | undefined; grantId?: string | undefined },
  ): Promise<void>;
  /** With `consumed` in Unix seconds if it was consumed. */
  find(key: string): Promise<object | undefined>;
  findByUid(uid: string): Promise<object | undefined>;
  consume(key: string): Promise<void>;
  remove(key: string): Promise<void>;
  removeByGrant(grantId: string): Promise<void>;
};

/**
 * Sign-ins in progress, in the database schema `openid_simulator`, so that any process of the shop can continue them.
 * They contain names and emails, so they are encrypted, and deleted with the first sign-in after they end.
 */
export async function openEntryStore(
  pool: Pick<Pool, "query">,
  secret: Buffer,
): Promise<EntryStore> {
  const { seal, unseal } = sealing(createHmac("sha256", secret).update("entries").digest());
  await pool.query(schema);

  async function findBy(column: "key" | "uid", value: string): Promise<object | undefined> {
    const { rows } = await pool.query<{ sealed: string; consumed: string | null }>(
      `select sealed, consumed_at as consumed from openid_simulator.entry
       where ${column} = $1 and ends_at > now()`,
      [value],
    );
    const entry = rows[0];
    if (!entry) return undefined;
    const consumed = entry.consumed === null ? {} : { consumed: Number(entry.consumed) };
    return { ...unseal(entry.sealed), ...consumed };
  }

  return {
    async put(key, value, { seconds, uid = null, grantId = null }) {
      await pool.query(
        `insert into openid_simulator.entry (key, uid, grant_id, sealed, ends_at)
         values ($1, $2, $3, $4, now() + make_interval(secs => $5))
         on conflict (key) do update
         set uid = excluded.uid, grant_id = excluded.grant_id, sealed = excluded.sealed, ends_at = excluded.ends_at`,
        [key, uid, grantId, seal(value), seconds],
      );
      await pool.query(
        `delete from openid_simulator.entry where ends_at <= now() or key in
         (select key from openid_simulator.entry order by ends_at desc offset $1)`,
        [maximumEntries],
      );
    },
    find: (key) => findBy("key", key),
    findByUid: (uid) => findBy("uid", uid),
    async consume(key) {
      await pool.query(
        "update openid_simulator.entry set consumed_at = extract(epoch from now())::bigint where key = $1",
        [key],
      );
    },
    async remove(key) {
      await pool.query("delete from openid_simulator.entry where key = $1", [key]);
    },
    async removeByGrant(grantId) {
      await pool.query("delete from openid_simulator.entry where grant_id = $1", [grantId]);
    },
  };
}

/** AES-256-GCM: 12 bytes of nonce, 16 of the tag, then the text. */
function sealing(key: Buffer) {
  return {
    seal(value: object): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
    },
    unseal(sealed: string): object {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return JSON.parse(text.toString()) as object;
    },
  };
}
