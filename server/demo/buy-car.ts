import { toMajor } from "#shared/money/money.ts";
import { checkPayment, requestBooking } from "#server/booking-management/public.ts";
import type { Deps } from "#server/deps.ts";
import { createPaymentIntent } from "#server/payments/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import type { listDemoCars } from "./demo-store.ts";

type DemoCar = Awaited<ReturnType<typeof listDemoCars>>[number];

/** The provider's test card that is always accepted. */
const goodCard = "4242424242424242";

/** Books a car. Returns the booking's id. */
export async function bookCar(deps: Deps, buyer: Viewer, car: DemoCar): Promise<string> {
  const answer = await requestBooking(
    deps,
    buyer,
    {
      productId: car.id,
      item: car.name,
      image: "",
      price: toMajor(car.resalePriceMinor, deps.config.CURRENCY),
      phone: "+1 503 555 0100",
      location: "Portland (demo)",
    },
    "127.0.0.1",
  );
  if (!answer.insertedId) throw new Error(`The demo's booking was refused: ${answer.message}`);
  return answer.insertedId;
}

/** Books and pays as the payment page does: the card's data goes to the simulator. */
export async function buyCar(
  deps: Deps,
  buyer: Viewer,
  car: DemoCar,
  simulator: string,
): Promise<string> {
  const bookingId = await bookCar(deps, buyer, car);
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
