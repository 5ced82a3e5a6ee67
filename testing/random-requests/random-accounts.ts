import { eq } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { aBooking, aListing } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import type { createTestApp } from "#testing/test-app.ts";
import type { Account, KnownValues } from "./known-values.ts";
import type { Caller } from "./requests.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
type Signed = Exclude<Caller, "visitor">;
const password = "Secret!2026";

/** The accounts that send the requests. One that was deleted, suspended or signed out is replaced. */
export async function createAccounts(shop: Shop, values: KnownValues) {
  let serial = 0;
  const current = new Map<Signed, Promise<Account>>();
  const checks = new Map<Signed, Promise<void>>();

  async function create(caller: Signed): Promise<Account> {
    const email = `${caller}-${(serial += 1)}@random.example`;
    const role = caller === "seller" ? "Seller" : "Buyer";
    const { id, cookie, token } = await aSignedUpUser(shop, {
      email,
      password,
      role,
      isConfirmed: true,
    });
    if (caller === "admin")
      await shop.deps.db.update(accountTable).set({ role: "admin" }).where(eq(accountTable.id, id));
    values.collect(`/api/${caller === "admin" ? "users" : caller}`, { id });
    if (caller === "seller") await addCars(id, 6);
    if (caller === "buyer") {
      const car = await aCar();
      const { id: booking } = await aBooking(shop.deps, { listingId: car, buyerId: id });
      values.collect("/api/bookings", { id: booking });
    }
    return { email, password, token, cookie };
  }

  async function addCars(sellerId: string, count: number): Promise<string[]> {
    const ids = [];
    for (let made = 0; made < count; made += 1) {
      const { id } = await aListing(shop.deps, { sellerId });
      values.collect("/api/listings", { id });
      ids.push(id);
    }
    return ids;
  }

  async function aCar(): Promise<string> {
    const email = `cars-${(serial += 1)}@random.example`;
    const { id } = await aSignedUpUser(shop, { email, password, role: "Seller" });
    return (await addCars(id, 1))[0]!;
  }

  function of(caller: Caller): Promise<Account | undefined> {
    if (caller === "visitor") return Promise.resolve(undefined);
    const account = current.get(caller) ?? create(caller);
    current.set(caller, account);
    return account;
  }

  async function replaceIfGone(caller: Signed): Promise<void> {
    const account = await current.get(caller);
    const { status } = await shop.call("GET", "/api/account", { token: account?.token ?? "" });
    const own = await shop.call("GET", "/api/auth/list-sessions", {
      headers: { cookie: account?.cookie ?? "" },
    });
    if (status !== 200 || own.status !== 200) current.delete(caller);
    checks.delete(caller);
  }

  // Each acts on its own data from the start.
  for (const caller of ["seller", "buyer", "admin"] as const) await of(caller);
  return {
    of,
    /** Replaces an account that is not accepted anymore, before or during the next request. */
    check(caller: Signed): void {
      if (!checks.has(caller)) checks.set(caller, replaceIfGone(caller));
    },
    /** Resolves once no check is going on. */
    settle: () => Promise.all(checks.values()),
  };
}
