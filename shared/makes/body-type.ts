/** Body types of listings. Feeds and forms are mapped to them. */
export const bodyTypes = [
  "saloon",
  "estate",
  "hatchback",
  "suv",
  "coupe",
  "convertible",
  "mpv",
  "van",
  "pickup",
] as const;
export type BodyType = (typeof bodyTypes)[number];
