import type { BodyType } from "#shared/makes/body-type.ts";

/** The body types and paints we have illustrations for; each pair is a file `/cars/<body>-<paint>.webp`. */
type IllustratedBody = "saloon" | "estate" | "hatchback" | "suv" | "coupe" | "convertible";
const illustratedPaints = ["black", "grey", "silver", "white", "blue", "green", "red"] as const;
type IllustratedPaint = (typeof illustratedPaints)[number];

// Body types without an illustration use the one with the closest shape.
const nearestBody: Record<BodyType, IllustratedBody> = {
  saloon: "saloon",
  estate: "estate",
  hatchback: "hatchback",
  suv: "suv",
  coupe: "coupe",
  convertible: "convertible",
  mpv: "estate",
  van: "suv",
  pickup: "suv",
};

// Color words mapped to the nearest paint. The first match wins ("dark blue" is blue).
const paintWords: Record<IllustratedPaint, RegExp> = {
  blue: /blue|teal|violet|purple|blau|niebiesk|bleu/i,
  green: /green|gr[uü]n|zielon|vert/i,
  red: /red|burgundy|maroon|orange|rot|czerwon|rouge/i,
  white: /white|beige|cream|ivory|wei(ß|ss)|bia[lł]|blanc/i,
  silver: /silver|gold|champagne|silber|srebr|argent/i,
  grey: /gr[ae]y|anthracite|graphite|grau|szar|gris/i,
  black: /black|brown|bronze|dark|schwarz|braun|czarn|noir/i,
};
const paintsByWord = Object.keys(paintWords) as IllustratedPaint[];

/** Path of the illustration shown when a listing has no photo. The same listing always gets the same one. */
export function illustrationPath(car: {
  id: string;
  bodyType: BodyType | null;
  colour: string | null;
}): string {
  const body = car.bodyType ? nearestBody[car.bodyType] : "suv";
  return `/cars/${body}-${paintOf(car)}.webp`;
}

/** The picture that a listing is shown with: its own, or the illustration. A booking keeps it too. */
export function pictureOf(
  listing: Parameters<typeof illustrationPath>[0] & { image: string | null },
): string {
  return listing.image ?? illustrationPath(listing);
}

/** Whether an image URL is one of our illustrations, which must be labeled as such. */
export function isIllustration(image: string): boolean {
  const [, body, paint] = /^\/cars\/(\w+)-(\w+)\.webp$/.exec(image) ?? [];
  return (
    Object.values(nearestBody).some((each) => each === body) &&
    illustratedPaints.some((each) => each === paint)
  );
}

function paintOf(car: { id: string; colour: string | null }): IllustratedPaint {
  const { colour } = car;
  const ofColour = colour
    ? paintsByWord.find((paint) => paintWords[paint].test(colour))
    : undefined;
  return ofColour ?? illustratedPaints[hash(car.id) % illustratedPaints.length] ?? "silver";
}

function hash(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value = (value * 31 + text.charCodeAt(at)) >>> 0;
  return value;
}
