import { AsyncLocalStorage } from "node:async_hooks";
import type { NewEmail } from "#server/email/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Database } from "#server/platform/database/database.ts";

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Scope = { tx: Transaction; emails: NewEmail[] };

/**
 * Runs a whole call of the identity service, which manages its own transactions, in one transaction of ours together with
 * the emails it sends: either everything is committed or nothing.
 */
export function oneTransaction(db: Database) {
  const scope = new AsyncLocalStorage<Scope>();

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
      const emails: NewEmail[] = [];
      const response = await scope.run({ tx, emails }, call);
      if (response.status >= 500)
        throw new Error(`The identity service answered ${response.status}.`);
      for (const email of emails) await queueEmail(tx, email);
      return response;
    });
  }

  /** The open transaction, for the service's hooks. @throws Error outside `inOne` */
  function current(): Scope {
    const open = scope.getStore();
    if (!open) throw new Error("This call of the identity service runs outside a transaction.");
    return open;
  }

  return { scoped, inOne, current };
}
