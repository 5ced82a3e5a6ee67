import { maximumHolds } from "#shared/bookings/booking.ts";

/** A hold in the model. A lapsed hold has expired, whether or not a job has ended it. */
export type ModelHold = { id: string; buyer: number; lapsed: boolean };
export type ModelCar = { forSale: boolean; price: number; hold: ModelHold | null };
/** The state of the model. `elsewhere` counts a buyer's holds on other cars. */
export type World = {
  cars: ModelCar[];
  buyers: { deleted: boolean; elsewhere: number }[];
  sellerDeleted: boolean;
  sellerSuspended: boolean;
};

/** One action of the model. Cars and buyers are indexes; `bookingId` is the hold that the actor sees on the car. */
export type Step =
  | { do: "book"; car: number; buyer: number; price: number }
  | { do: "cancel"; car: number; bookingId: string | null; buyer: number }
  | { do: "lapse"; car: number }
  | { do: "expire" }
  | { do: "withdraw"; car: number }
  | { do: "remove"; car: number }
  | { do: "reprice"; car: number; price: number }
  | { do: "deleteBuyer"; buyer: number }
  | { do: "deleteSeller" }
  | { do: "suspend" }
  | { do: "lift" };

/** The answer to a step, with the id of an accepted booking. */
export type Told = { said: string; bookingId?: string };

const live = (car: ModelCar) => (car.hold && !car.hold.lapsed ? car.hold : null);

/** Applies one step by the shop's rules. Returns the answer and the state after it. */
export function follow(world: World, step: Step, told: Told): { said: string; world: World } {
  const next = structuredClone(world);
  const said = happen(next, step, told);
  return { said, world: next };
}

function happen(world: World, step: Step, told: Told): string {
  switch (step.do) {
    case "book":
      return book(world, step, told);
    case "cancel":
      return cancel(world, step);
    case "lapse": {
      const { hold } = world.cars[step.car]!;
      if (hold) hold.lapsed = true;
      return "done";
    }
    case "expire":
      return "done";
    case "reprice":
      world.cars[step.car]!.price = step.price;
      return "done";
    case "withdraw":
      return withdraw(world.cars[step.car]!);
    case "remove":
      return remove(world.cars[step.car]!);
    case "deleteBuyer":
      return deleteBuyer(world, step.buyer);
    case "deleteSeller":
      return deleteSeller(world);
    case "suspend":
      return suspend(world);
    case "lift":
      return lift(world);
  }
}

function book(world: World, step: Step & { do: "book" }, told: Told): string {
  const car = world.cars[step.car]!;
  const buyer = world.buyers[step.buyer]!;
  if (buyer.deleted) return "token_invalid";
  if (!car.forSale || world.sellerSuspended) return "not_for_sale";
  const holder = live(car);
  if (holder) return holder.buyer === step.buyer ? "already_yours" : "taken";
  if (step.price !== car.price) return "price_changed";
  const holds =
    buyer.elsewhere + world.cars.filter((one) => live(one)?.buyer === step.buyer).length;
  if (holds >= maximumHolds) return "too_many_holds";
  car.hold = { id: told.bookingId ?? "", buyer: step.buyer, lapsed: false };
  return "booked";
}

function cancel(world: World, step: Step & { do: "cancel" }): string {
  const car = world.cars[step.car]!;
  if (step.bookingId === null) return "not_found";
  const holder = live(car);
  if (!holder || holder.id !== step.bookingId || holder.buyer !== step.buyer) return "refused";
  car.hold = null;
  return "done";
}

function withdraw(car: ModelCar): string {
  if (!car.forSale) return "not_found";
  if (live(car)) return "refused";
  car.forSale = false;
  return "done";
}

function remove(car: ModelCar): string {
  if (!car.forSale) return "not_found";
  car.forSale = false;
  car.hold = null;
  return "done";
}

function deleteSeller(world: World): string {
  if (world.sellerDeleted) return "not_found";
  if (world.cars.some(live)) return "refused";
  for (const car of world.cars) car.forSale = false;
  world.sellerDeleted = true;
  return "done";
}

function suspend(world: World): string {
  if (world.sellerDeleted) return "not_found";
  if (world.sellerSuspended) return "refused";
  for (const car of world.cars) car.hold = null;
  world.sellerSuspended = true;
  return "done";
}

function lift(world: World): string {
  if (world.sellerDeleted) return "not_found";
  if (!world.sellerSuspended) return "refused";
  world.sellerSuspended = false;
  return "done";
}

function deleteBuyer(world: World, place: number): string {
  const buyer = world.buyers[place]!;
  if (buyer.deleted) return "not_found";
  if (buyer.elsewhere > 0 || world.cars.some((car) => live(car)?.buyer === place)) return "refused";
  buyer.deleted = true;
  return "done";
}

/** The observable state: who holds which car, what is for sale and at what price. */
export function seen(world: World) {
  return {
    cars: world.cars.map((car) => ({
      forSale: car.forSale,
      price: car.price,
      holder: live(car)?.buyer ?? null,
      bookingId: live(car)?.id ?? null,
    })),
    deleted: world.buyers.map((buyer) => buyer.deleted),
    suspended: world.sellerSuspended,
  };
}

/**
 * Finds a serial order of concurrent steps that gives the same answers and the same observable state, and returns the
 * state after it. Null if there is no such order, which means that two steps interfered.
 */
export function explain(
  world: World,
  steps: Step[],
  told: Told[],
  after: ReturnType<typeof seen>,
): World | null {
  if (steps.length === 0)
    return JSON.stringify(seen(world)) === JSON.stringify(after) ? world : null;
  for (let first = 0; first < steps.length; first += 1) {
    const step = follow(world, steps[first]!, told[first]!);
    if (step.said !== told[first]!.said) continue;
    const rest = (_: unknown, place: number) => place !== first;
    const explained = explain(step.world, steps.filter(rest), told.filter(rest), after);
    if (explained) return explained;
  }
  return null;
}
