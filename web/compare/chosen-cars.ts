import { deviceList } from "#web/platform/device-list.ts";
import { toast } from "#web/platform/toast.ts";
import { mostCompared } from "./compare-path.ts";

/** A car chosen for the comparison, with what the bar shows of it. */
export type ChosenCar = { id: string; name: string; image: string };

const list = deviceList("compare", mostCompared, isChosenCar);

export const useChosenCars = list.use;

/** Adds a car to the comparison or takes it out. A message says why it was not added. */
export function chooseCar(car: ChosenCar, isChosen: boolean): void {
  const others = list.read().filter(({ id }) => id !== car.id);
  if (isChosen && others.length >= mostCompared)
    return void toast.error(
      `You can compare up to ${mostCompared} cars. Remove one to add another.`,
    );
  if (!list.write(isChosen ? [...others, car] : others))
    toast.error("Your browser does not allow this page to remember cars.");
}

export function clearChosenCars(): void {
  list.write([]);
}

function isChosenCar(entry: unknown): entry is ChosenCar {
  if (typeof entry !== "object" || entry === null) return false;
  const { id, name, image } = entry as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string" && typeof image === "string";
}
