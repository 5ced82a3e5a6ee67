import { AsyncLocalStorage } from "node:async_hooks";
import type { NewEmail } from "#server/email/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Database } from "#server/platform/database/database.ts";

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Scope = { tx: Transaction; mails: NewEmail[] };

/**
 * Lets a whole call of the identity service, which opens its own transactions or none, be one transaction of ours, the
 * mails that it causes included: either all of it is kept, or nothing is.
 */
export function oneTransaction(db: Database) {
  const scope = new AsyncLocalStorage<Scope>();

  /** The database as the service is to see it: within `inOne`, the transaction that is open there. */
  const scoped = new Proxy(db, {
    get(_db, key) {
      const target: Database | Transaction = scope.getStore()?.tx ?? db;
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });

  /** Runs a call in one transaction. An answer that tells of a fault undoes it, as a throw does. */
  function inOne(call: () => Promise<Response>): Promise<Response> {
    return db.transaction(async (tx) => {
      const mails: NewEmail[] = [];
      const response = await scope.run({ tx, mails }, call);
      if (response.status >= 500)
        throw new Error(`The identity service answered ${response.status}.`);
      for (const mail of mails) await queueEmail(tx, mail);
      return response;
    });
  }

  /** The open transaction, for what the service's hooks write themselves. @throws Error outside `inOne` */
  function current(): Scope {
    const open = scope.getStore();
    if (!open) throw new Error("This call of the identity service runs outside a transaction.");
    return open;
  }

  return { scoped, inOne, current };
}
