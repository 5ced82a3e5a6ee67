import { maximumHolds } from "#shared/bookings/booking.ts";

/** A hold in the model. A lapsed hold has expired, whether or not a job has ended it. */
type ModelHold = { id: string; buyer: number; lapsed: boolean };
export type ModelCar = { forSale: boolean; price: number; hold: ModelHold | null };
/** The state of the model. `elsewhere` counts a buyer's holds on other cars. */
export type ModelState = {
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
export type StepAnswer = { outcome: string; bookingId?: string };

const live = (car: ModelCar) => (car.hold && !car.hold.lapsed ? car.hold : null);

/** Applies one step by the shop's rules. Returns the answer and the state after it. */
function applyStep(
  state: ModelState,
  step: Step,
  answer: StepAnswer,
): { outcome: string; state: ModelState } {
  const next = structuredClone(state);
  const outcome = applyTo(next, step, answer);
  return { outcome, state: next };
}

function applyTo(state: ModelState, step: Step, answer: StepAnswer): string {
  switch (step.do) {
    case "book":
      return book(state, step, answer);
    case "cancel":
      return cancel(state, step);
    case "lapse": {
      const { hold } = state.cars[step.car]!;
      if (hold) hold.lapsed = true;
      return "done";
    }
    case "expire":
      return "done";
    case "reprice":
      state.cars[step.car]!.price = step.price;
      return "done";
    case "withdraw":
      return withdraw(state.cars[step.car]!);
    case "remove":
      return remove(state.cars[step.car]!);
    case "deleteBuyer":
      return deleteBuyer(state, step.buyer);
    case "deleteSeller":
      return deleteSeller(state);
    case "suspend":
      return suspend(state);
    case "lift":
      return lift(state);
  }
}

function book(state: ModelState, step: Step & { do: "book" }, answer: StepAnswer): string {
  const car = state.cars[step.car]!;
  const buyer = state.buyers[step.buyer]!;
  if (buyer.deleted) return "token_invalid";
  if (!car.forSale || state.sellerSuspended) return "not_for_sale";
  const holder = live(car);
  if (holder) return holder.buyer === step.buyer ? "already_yours" : "taken";
  if (step.price !== car.price) return "price_changed";
  const holds =
    buyer.elsewhere + state.cars.filter((one) => live(one)?.buyer === step.buyer).length;
  if (holds >= maximumHolds) return "too_many_holds";
  car.hold = { id: answer.bookingId ?? "", buyer: step.buyer, lapsed: false };
  return "booked";
}

function cancel(state: ModelState, step: Step & { do: "cancel" }): string {
  const car = state.cars[step.car]!;
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

function deleteSeller(state: ModelState): string {
  if (state.sellerDeleted) return "not_found";
  if (state.cars.some(live)) return "refused";
  for (const car of state.cars) car.forSale = false;
  state.sellerDeleted = true;
  return "done";
}

function suspend(state: ModelState): string {
  if (state.sellerDeleted) return "not_found";
  if (state.sellerSuspended) return "refused";
  for (const car of state.cars) car.hold = null;
  state.sellerSuspended = true;
  return "done";
}

function lift(state: ModelState): string {
  if (state.sellerDeleted) return "not_found";
  if (!state.sellerSuspended) return "refused";
  state.sellerSuspended = false;
  return "done";
}

function deleteBuyer(state: ModelState, place: number): string {
  const buyer = state.buyers[place]!;
  if (buyer.deleted) return "not_found";
  if (buyer.elsewhere > 0 || state.cars.some((car) => live(car)?.buyer === place)) return "refused";
  buyer.deleted = true;
  return "done";
}

/** The observable state: who holds which car, what is for sale and at what price. */
export function seen(state: ModelState) {
  return {
    cars: state.cars.map((car) => ({
      forSale: car.forSale,
      price: car.price,
      holder: live(car)?.buyer ?? null,
      bookingId: live(car)?.id ?? null,
    })),
    deleted: state.buyers.map((buyer) => buyer.deleted),
    suspended: state.sellerSuspended,
  };
}

/**
 * Finds a serial order of concurrent steps that gives the same answers and the same observable state, and returns the
 * state after it. Null if there is no such order, which means that two steps interfered.
 */
export function explain(
  state: ModelState,
  steps: Step[],
  answers: StepAnswer[],
  after: ReturnType<typeof seen>,
): ModelState | null {
  if (steps.length === 0)
    return JSON.stringify(seen(state)) === JSON.stringify(after) ? state : null;
  for (let first = 0; first < steps.length; first += 1) {
    const applied = applyStep(state, steps[first]!, answers[first]!);
    if (applied.outcome !== answers[first]!.outcome) continue;
    const rest = (_: unknown, place: number) => place !== first;
    const explained = explain(applied.state, steps.filter(rest), answers.filter(rest), after);
    if (explained) return explained;
  }
  return null;
}
