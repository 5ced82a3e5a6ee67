import type { BodyType } from "#shared/makes/body-type.ts";

/** The bodies that are drawn: those of `scripts/art/bodies`. */
const bodies = [
  "saloon",
  "estate",
  "hatchback",
  "suv",
  "coupe",
  "convertible",
  "van",
  "roadster",
  "brake",
  "offroader",
  "city",
] as const;
type Body = (typeof bodies)[number];
const faces = ["twin", "slot", "frame"] as const;
type Face = (typeof faces)[number];
const views = [...faces, "rear"] as const;
type View = (typeof views)[number];
const paints = [
  "black",
  "grey",
  "silver",
  "white",
  "blue",
  "green",
  "red",
  "brown",
  "beige",
  "orange",
] as const;
type Paint = (typeof paints)[number];

const facePattern = new RegExp(`-(${faces.join("|")})-`);

/** What a body that is not drawn, or not known, is shown as: a car under a cloth. */
const covered = "/cars/covered.webp";

const bodyOf: Record<BodyType, Body | null> = {
  saloon: "saloon",
  estate: "estate",
  hatchback: "hatchback",
  suv: "suv",
  coupe: "coupe",
  convertible: "convertible",
  mpv: "van",
  van: "van",
  pickup: null,
};

// Models whose shape is far from that of most cars with their body type.
const bodyOfModel: Partial<Record<BodyType, { body: Body; models: RegExp }>> = {
  convertible: { body: "roadster", models: /^(z[1348]|slk|slc|sl|tt|r8|boxster|718|f-type)\b/i },
  estate: { body: "brake", models: /^cl[as]\b|shooting brake/i },
  suv: {
    body: "offroader",
    models:
      /^(x[567]|xm|q[78]|g|gl|gls|gle|defender|discovery|range rover|cayenne|bentayga|lx|xc90)\b/i,
  },
  hatchback: { body: "city", models: /^(a[12]|i3)\b/i },
};

// The fronts have no badge; these come closest to a make's. Other makes each keep one.
const faceOfMake: Record<string, Face> = {
  BMW: "twin",
  "Mercedes-Benz": "slot",
  Audi: "frame",
};

// Color words mapped to the nearest paint. The first match wins ("dark blue" is blue).
const paintWords: Record<Paint, RegExp> = {
  blue: /blue|teal|violet|purple|blau|niebiesk|bleu/i,
  green: /green|gr[uü]n|zielon|vert/i,
  red: /red|burgundy|maroon|rot|czerwon|rouge/i,
  orange: /orange|yellow|copper|gelb|pomara|[zż][oó][lł]t|jaune/i,
  beige: /beige|cream|ivory|sand|gold|champagne|be[zż]/i,
  brown: /brown|bronze|braun|br[aą]z|marron/i,
  white: /white|wei(ß|ss)|bia[lł]|blanc/i,
  silver: /silver|silber|srebr|argent/i,
  grey: /gr[ae]y|anthracite|graphite|grau|szar|gris/i,
  black: /black|dark|schwarz|czarn|noir/i,
};
const paintsByWord = Object.keys(paintWords) as Paint[];

type DrawnCar = {
  id: string;
  make: string;
  model: string | null;
  bodyType: BodyType | null;
  colour: string | null;
};

/** Path of the illustration shown when a listing has no photo. The same listing always gets the same one. */
export function illustrationPath(car: DrawnCar): string {
  const body = drawnBodyOf(car);
  if (!body) return covered;
  const view = hash(car.id) % 3 === 0 ? "rear" : faceOf(car.make);
  return pathOf(body, view, paintOf(car));
}

/** The picture that a listing is shown with: its own, or the illustration. A booking keeps it too. */
export function pictureOf(listing: DrawnCar & { image: string | null }): string {
  return listing.image ?? illustrationPath(listing);
}

// Bookings of earlier versions keep illustrations without a view in their name.
const illustration = new RegExp(
  `^/cars/(?:covered|(${bodies.join("|")})-(?:(${views.join("|")})-)?(${paints.join("|")}))[.]webp$`,
);

/** Whether an image URL is one of our illustrations, which must be labeled as such. */
export function isIllustration(image: string): boolean {
  return illustration.test(image);
}

/** How a picture is shown: the file, and whether it is mirrored. */
type ShownPicture = { image: string; isMirrored: boolean };

/**
 * The pictures of cars in a list, in rows of at most three: an illustration that one of the two cars before has too is
 * mirrored, or shown from the other end.
 */
export function variedPictures(cars: readonly { image: string }[]): ShownPicture[] {
  const shown: ShownPicture[] = [];
  const isShown = ({ image, isMirrored }: ShownPicture, before: number) =>
    shown.slice(-before).some((near) => near.image === image && near.isMirrored === isMirrored);
  for (const { image } of cars) {
    const variants = variantsOf(image);
    const picture =
      variants.find((variant) => !isShown(variant, 2)) ??
      variants.find((variant) => !isShown(variant, 1));
    shown.push(picture ?? variants[0]!);
  }
  return shown;
}

function variantsOf(image: string): ShownPicture[] {
  if (!isIllustration(image)) return [{ image, isMirrored: false }];
  const rear = image.replace(facePattern, "-rear-");
  const images = rear === image ? [image] : [image, rear];
  return [false, true].flatMap((isMirrored) => images.map((each) => ({ image: each, isMirrored })));
}

function pathOf(body: Body, view: View, paint: Paint): string {
  return `/cars/${body}-${view}-${paint}.webp`;
}

function drawnBodyOf({ bodyType, model }: DrawnCar): Body | null {
  if (!bodyType) return null;
  const special = bodyOfModel[bodyType];
  return model && special?.models.test(model) ? special.body : bodyOf[bodyType];
}

function faceOf(make: string): Face {
  return faceOfMake[make] ?? faces[hash(make) % faces.length]!;
}

function paintOf({ id, colour }: DrawnCar): Paint {
  const ofColour = colour && paintsByWord.find((paint) => paintWords[paint].test(colour));
  return ofColour || paints[hash(id) % paints.length]!;
}

function hash(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value = (value * 31 + text.charCodeAt(at)) >>> 0;
  return value;
}
