import type { BodyType } from "./listing.ts";

/** The bodies and paints we have drawn; each pair is a file `/cars/<body>-<paint>.webp`. */
const illustratedBodies = ["saloon", "estate", "hatchback", "suv", "coupe", "convertible"] as const;
const illustratedPaints = ["black", "silver", "blue"] as const;
type IllustratedBody = (typeof illustratedBodies)[number];
type IllustratedPaint = (typeof illustratedPaints)[number];

// A body we have not drawn is shown by the nearest in outline.
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

// Words that sellers use for a colour, by the nearest paint.
const paintWords: Record<IllustratedPaint, RegExp> = {
  black: /black|anthracite|graphite|brown|bronze|dark|schwarz|czarn|noir/i,
  blue: /blue|green|teal|violet|purple|blau|niebiesk|bleu/i,
  silver: /silver|gr[ae]y|white|beige|cream|gold|champagne|silber|wei(ß|ss)|srebr|bia[lł]/i,
};

/** The drawn picture that stands in for a missing photograph: the same one for the same car, always. */
export function illustrationPath(car: { id: string; bodyType: BodyType | null; colour: string | null }): string {
  const body = car.bodyType ? nearestBody[car.bodyType] : "suv";
  return `/cars/${body}-${paintOf(car)}.webp`;
}

function paintOf(car: { id: string; colour: string | null }): IllustratedPaint {
  const { colour } = car;
  const known = colour ? illustratedPaints.find((paint) => paintWords[paint].test(colour)) : undefined;
  return known ?? illustratedPaints[hash(car.id) % illustratedPaints.length] ?? "silver";
}

function hash(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value = (value * 31 + text.charCodeAt(at)) >>> 0;
  return value;
}
