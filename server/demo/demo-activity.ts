import { isSoldMake } from "#shared/makes/sold-makes.ts";
import { cancelBooking, expireDueHolds } from "#server/booking-management/public.ts";
import type { Deps } from "#server/deps.ts";
import { saveFavorite } from "#server/favorites/public.ts";
import { refundBooking } from "#server/payments/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { saveSearch } from "#server/saved-searches/public.ts";
import { bookCar, buyCar } from "./buy-car.ts";
import { addDemoReviews } from "./demo-reviews.ts";
import { addDemoChecks } from "./demo-checks.ts";
import { backdateSavedSearches, endHoldNow, listDemoCars, readDemoViewer } from "./demo-store.ts";

/** Searches of the demo's buyer. Both have new cars, because the demo's cars were listed over the past month. */
const searches = [
  { make: "BMW", search: "q=bmw+3+series+under+30k" },
  { make: "Mercedes-Benz", search: "make=Mercedes-Benz&model=C+Class&priceMax=40000" },
] as const;
const daysSaved = 3;

/**
 * What the demo's accounts have done: favorites, saved searches, what was checked of sellers, bookings in every state that
 * the demo permits, and reviews.
 * Payments need the payment simulator; without its address, nothing is paid.
 */
export async function addDemoActivity(deps: Deps, simulator: string | null): Promise<void> {
  const [buyer, seller, admin] = await Promise.all(
    ["buyer", "seller", "admin"].map((mailbox) =>
      readDemoViewer(deps.db, `${mailbox}@marque.example`),
    ),
  );
  if (!buyer || !seller || !admin) return;
  await addFavorites(deps, [buyer, seller]);
  await addDemoChecks(deps, admin);
  for (const { search } of searches.filter(({ make }) => isSoldMake(make)))
    await saveSearch(deps, buyer, { search });
  await backdateSavedSearches(deps.db, buyer.accountId, daysSaved);

  // Cars of the seller whose account visitors try, so that both sides have something to see.
  const [held, canceled, expired, paid, refunded] = await listDemoCars(deps.db, {
    sellerId: seller.accountId,
    skip: 10,
    limit: 5,
  });
  if (!held || !canceled || !expired || !paid || !refunded) return;
  await cancelBooking(deps, buyer, await bookCar(deps, buyer, canceled));
  await endHoldNow(deps.db, await bookCar(deps, buyer, expired));
  await expireDueHolds(deps);
  if (simulator !== null) {
    await buyCar(deps, buyer, paid, simulator);
    const bookingId = await buyCar(deps, buyer, refunded, simulator);
    await refundBooking(deps, admin, bookingId, { reason: "The gearbox failed the inspection." });
    await addDemoReviews(deps, simulator);
  }
  await bookCar(deps, buyer, held);
}

async function addFavorites(deps: Deps, accounts: Viewer[]): Promise<void> {
  for (const [index, account] of accounts.entries()) {
    const cars = await listDemoCars(deps.db, { skip: 40 + index * 7, limit: 5 - 2 * index });
    for (const { id } of cars) await saveFavorite(deps, account, id);
  }
}
