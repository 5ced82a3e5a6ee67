import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Role } from "#shared/accounts/account.ts";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { signAccessToken } from "#server/identity/sessions/access-token.ts";
import { carReadingTable } from "#server/car-history/car-reading-table.ts";
import { vinClaimTable } from "#server/car-history/vin-claim-table.ts";
import { identitySessionTable, identityUserTable } from "#server/identity/identity-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Deps } from "#server/deps.ts";

type TestDeps = Pick<Deps, "db" | "identity">;

let serial = 0;
/** A word that a search reads as nothing else: a number could be a model, as in "BMW 320". */
const nextWord = () =>
  String(++serial)
    .replace(/\d/g, (digit) => "zqxvwkjhfp"[Number(digit)]!)
    .padStart(5, "z");

/** A signed-in account, with a confirmed email by default, and its bearer token. */
export async function anAccount(
  deps: TestDeps,
  {
    isConfirmed = true,
    ...given
  }: Partial<typeof accountTable.$inferInsert> & { role?: Role; isConfirmed?: boolean } = {},
) {
  const number = ++serial;
  const identityId = randomUUID();
  const email = given.email ?? `person-${number}@marque.example`;
  const name = given.name ?? `Person ${number}`;
  await deps.db
    .insert(identityUserTable)
    .values({ id: identityId, name, email, emailVerified: isConfirmed });
  const sessionId = randomUUID();
  const inAnHour = new Date(Date.now() + 3_600_000);
  await deps.db
    .insert(identitySessionTable)
    .values({ id: sessionId, userId: identityId, token: randomUUID(), expiresAt: inAnHour });
  const [account] = await deps.db
    .insert(accountTable)
    .values({ id: randomUUID(), identityId, email, name, role: "Buyer", ...given })
    .returning();
  const { accessToken } = await signAccessToken(
    deps.identity.tokenKey,
    { accountId: account!.id, sessionId },
    new Date(),
  );
  return { ...account!, sessionId, token: accessToken };
}

/** A listing, available and not advertised. `image` is its only photo. */
export async function aListing(
  deps: Pick<Deps, "db" | "catalogue">,
  {
    image,
    ...given
  }: Partial<typeof listingTable.$inferInsert> & { sellerId: string; image?: string | null },
) {
  const make = given.make ?? "BMW";
  const [listing] = await deps.db
    .insert(listingTable)
    .values({
      id: randomUUID(),
      name: `${make} ${nextWord()}`,
      make,
      categoryId: categoryIdOf(make),
      condition: "Good",
      originalPriceMinor: 3_000_000,
      resalePriceMinor: 2_000_000,
      purchaseYear: 2019,
      usedYears: 5,
      location: "Lisbon",
      phone: "+1 800 555 0100",
      ...(image && { photos: [{ image, alt: "" }] }),
      ...given,
    })
    .returning();
  await deps.catalogue.refresh();
  return listing!;
}

/** A booking of a listing; by default a hold that expires in a day. */
export async function aBooking(
  deps: Pick<Deps, "db" | "catalogue">,
  given: Partial<typeof bookingTable.$inferInsert> & { listingId: string; buyerId: string },
) {
  const [booking] = await deps.db
    .insert(bookingTable)
    .values({
      id: randomUUID(),
      state: "held",
      item: "BMW 3 Series",
      image: "",
      priceMinor: 2_000_000,
      dueNowMinor: given.priceMinor ?? 2_000_000,
      currency: "USD",
      name: "Person",
      email: "person@marque.example",
      expiresAt: new Date(Date.now() + 86_400_000),
      ...(given.state === "releasing" && { releasingTo: "cancelled" as const }),
      ...given,
    })
    .returning();
  await deps.catalogue.refresh();
  return booking!;
}

/** A car with less mileage than an earlier listing of its VIN, and the flag about that. */
export async function aFlaggedCar({ deps }: { deps: TestDeps & Pick<Deps, "catalogue"> }) {
  const { id: sellerId } = await anAccount(deps, { role: "Seller" });
  const vin = `WBA8B9G50HNU${String(++serial).padStart(5, "0")}`;
  const facts = { sellerId, vin, year: 2018, mileageUnit: "mi" as const };
  const before = await aListing(deps, { ...facts, mileage: 120_000, withdrawnAt: new Date() });
  const { id } = await aListing(deps, { ...facts, mileage: 80_000 });
  const readings = await deps.db
    .select({ id: carReadingTable.id })
    .from(carReadingTable)
    .where(inArray(carReadingTable.listingId, [before.id, id]))
    .orderBy(carReadingTable.id);
  return { flag: `reading-${readings.map((reading) => reading.id).join("-")}`, listingId: id };
}

/** Confirms, as an admin would, that a listing is the car that others had listed with its VIN. */
export async function confirmVin({ db }: Pick<Deps, "db">, listingId: string): Promise<void> {
  await db
    .update(vinClaimTable)
    .set({ status: "confirmed", decidedAt: new Date() })
    .where(eq(vinClaimTable.listingId, listingId));
}

/** A listing with the VIN of another seller's deleted one, and its claim, which waits. */
export async function aVinClaim({ deps }: { deps: TestDeps & Pick<Deps, "catalogue"> }) {
  const first = await anAccount(deps, { role: "Seller" });
  const second = await anAccount(deps, { role: "Seller" });
  const vin = `WBA8B9G50HNV${String(++serial).padStart(5, "0")}`;
  const facts = { vin, year: 2018, mileageUnit: "mi" as const };
  const before = await aListing(deps, {
    ...facts,
    sellerId: first.id,
    mileage: 120_000,
    withdrawnAt: new Date(),
  });
  const listing = await aListing(deps, { ...facts, sellerId: second.id, mileage: 80_000 });
  const [claim] = await deps.db
    .select({ id: vinClaimTable.id })
    .from(vinClaimTable)
    .where(eq(vinClaimTable.listingId, listing.id));
  return { id: claim!.id, vin, before, listing, sellers: { first, second } };
}
