import type { BodyType } from "#shared/makes/body-type.ts";

/** The name of each body on every page. A test checks that searches understand it. */
export const bodyNames: Record<BodyType, string> = {
  saloon: "Sedan",
  estate: "Station wagon",
  hatchback: "Hatchback",
  suv: "SUV",
  coupe: "Coupe",
  convertible: "Convertible",
  mpv: "Minivan",
  van: "Van",
  pickup: "Pickup",
};
