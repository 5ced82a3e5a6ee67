import { toMajor } from "#shared/money/money.ts";
import {
  cancelBooking,
  checkPayment,
  expireDueHolds,
  requestBooking,
} from "#server/booking-management/public.ts";
import type { Deps } from "#server/deps.ts";
import { saveFavorite } from "#server/favorites/public.ts";
import { createPaymentIntent, refundBooking } from "#server/payments/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { saveSearch } from "#server/saved-searches/public.ts";
import { backdateSavedSearches, endHoldNow, listDemoCars, readDemoViewer } from "./demo-store.ts";

type DemoCar = Awaited<ReturnType<typeof listDemoCars>>[number];

/** Searches of the demo's buyer. Both have new cars, because the demo's cars were listed over the past month. */
const searches = ["q=bmw+3+series+under+30k", "make=Mercedes-Benz&model=C+Class&priceMax=40000"];
const daysSaved = 3;

/** The provider's test card that is always accepted. */
const goodCard = "4242424242424242";

/**
 * What the demo's accounts have done: favorites, saved searches, and bookings in every state that the demo permits.
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
  for (const search of searches) await saveSearch(deps, buyer, { search });
  await backdateSavedSearches(deps.db, buyer.accountId, daysSaved);

  // Cars of the seller whose account visitors try, so that both sides have something to see.
  const [held, canceled, expired, paid, refunded] = await listDemoCars(deps.db, {
    sellerId: seller.accountId,
    skip: 10,
    limit: 5,
  });
  if (!held || !canceled || !expired || !paid || !refunded) return;
  await cancelBooking(deps, buyer, await book(deps, buyer, canceled));
  await endHoldNow(deps.db, await book(deps, buyer, expired));
  await expireDueHolds(deps);
  if (simulator !== null) {
    await pay(deps, buyer, paid, simulator);
    const bookingId = await pay(deps, buyer, refunded, simulator);
    await refundBooking(deps, admin, bookingId, { reason: "The gearbox failed the inspection." });
  }
  await book(deps, buyer, held);
}

async function addFavorites(deps: Deps, accounts: Viewer[]): Promise<void> {
  for (const [index, account] of accounts.entries()) {
    const cars = await listDemoCars(deps.db, { skip: 40 + index * 7, limit: 5 - 2 * index });
    for (const { id } of cars) await saveFavorite(deps, account, id);
  }
}

async function book(deps: Deps, buyer: Viewer, car: DemoCar): Promise<string> {
  const answer = await requestBooking(
    deps,
    buyer,
    {
      ...{ productId: car.id, item: car.name, image: "" },
      price: toMajor(car.resalePriceMinor, deps.config.CURRENCY),
      ...{ phone: "+1 503 555 0100", location: "Portland (demo)" },
    },
    "127.0.0.1",
  );
  if (!answer.insertedId) throw new Error(`The demo's booking was refused: ${answer.message}`);
  return answer.insertedId;
}

/** Books and pays as the payment page does: the card's data goes to the simulator. */
async function pay(deps: Deps, buyer: Viewer, car: DemoCar, simulator: string): Promise<string> {
  const bookingId = await book(deps, buyer, car);
  const price = toMajor(car.resalePriceMinor, deps.config.CURRENCY);
  const intent = await createPaymentIntent(deps, buyer, { bookingId, price });
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(new URL(path, simulator), {
      method: "POST",
      headers: { authorization: `Bearer ${intent.publishableKey}` },
      body: new URLSearchParams(form),
    });
    if (!answer.ok) throw new Error(`The payment simulator answered ${answer.status} to ${path}.`);
    return (await answer.json()) as { id: string };
  };
  const method = await post("/v1/payment_methods", {
    type: "card",
    "card[number]": goodCard,
    "card[exp_month]": "12",
    "card[exp_year]": "2040",
    "card[cvc]": "123",
  });
  await post(`/v1/payment_intents/${intent.clientSecret.split("_secret_")[0]}/confirm`, {
    payment_method: method.id,
    client_secret: intent.clientSecret,
    return_url: `http://localhost/dashboard/payment/${bookingId}`,
  });
  await checkPayment(deps, buyer, bookingId);
  return bookingId;
}
