import { AsyncLocalStorage } from "node:async_hooks";
import type { NewEmail } from "#server/email/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { isDatabaseUnavailable } from "#server/platform/database/is-database-unavailable.ts";

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Scope = { tx: Transaction; emails: NewEmail[] };

/**
 * Runs a whole call of the identity service, which manages its own transactions, in one transaction of ours together with
 * the emails it sends: either everything is committed or nothing.
 */
export function oneTransaction(db: Database) {
  const scope = new AsyncLocalStorage<Scope>();
  const notes = new AsyncLocalStorage<{ lostDatabase: Error | null }>();

  /** The database for the service: inside `inOne`, its transaction. */
  const scoped = new Proxy(db, {
    get(_db, key) {
      const target: Database | Transaction = scope.getStore()?.tx ?? db;
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });

  /** Runs a call in one transaction. A 5xx response rolls it back, like a throw. */
  function inOne(call: () => Promise<Response>): Promise<Response> {
    return db.transaction(async (tx) => {
      const open: Scope = { tx, emails: [] };
      const response = await orLost(() => scope.run(open, call));
      if (response.status >= 500)
        throw new Error(`The identity service answered ${response.status}.`);
      for (const email of open.emails) await queueEmail(tx, email);
      return response;
    });
  }

  /**
   * Runs a call of the service. It answers a lost database as if the caller had made a mistake, or with an error of its
   * own. Then this throws the error of the database instead.
   */
  async function orLost<T>(call: () => Promise<T>): Promise<T> {
    const open: { lostDatabase: Error | null } = { lostDatabase: null };
    const result = await notes.run(open, () =>
      call().catch((error: unknown) => {
        throw open.lostDatabase ?? error;
      }),
    );
    if (open.lostDatabase) throw open.lostDatabase;
    return result;
  }

  /** The open transaction, for the service's hooks. @throws Error outside `inOne` */
  function current(): Scope {
    const open = scope.getStore();
    if (!open) throw new Error("This call of the identity service runs outside a transaction.");
    return open;
  }

  /** Remembers an error that the service only logs, for `orLost`. */
  function noteError(error: unknown): void {
    const open = notes.getStore();
    if (open && error instanceof Error && isDatabaseUnavailable(error)) open.lostDatabase ??= error;
  }

  return { scoped, inOne, orLost, current, noteError };
}
