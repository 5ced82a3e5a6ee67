import type { Make } from "#shared/categories/category.ts";
import { basicColour, type Colour } from "#shared/listings/colour.ts";
import { findModel } from "#shared/listings/find-model.ts";
import type { BodyType, Fuel, Transmission } from "#shared/listings/listing.ts";
import type { Car } from "../car.ts";

/** What a car can be found by. `null` is unknown, and matches no filter. */
export type SearchableCar = {
  make: Make;
  model: string | null;
  body: BodyType | null;
  fuel: Fuel | null;
  transmission: Transmission | null;
  colour: Colour | null;
  isVerified: boolean;
  year: number | null;
  priceMinor: number;
  /** In millimeters, so that miles and kilometers compare exactly. */
  mileage: number | null;
  engineCc: number | null;
  listedAt: number;
  title: string;
  paint: string;
  location: string;
  description: string;
};

export const millimetersPerMile = 1_609_344;
const millimetersPerKilometer = 1_000_000;

export function searchableCar({ facts, listedAt, priceMinor }: Car): SearchableCar {
  return {
    make: facts.make,
    model: modelOf(facts.make, facts.model),
    body: facts.bodyType,
    fuel: facts.fuel,
    transmission: facts.transmission,
    colour: facts.colour ? colourOf(facts.colour) : null,
    isVerified: facts.isSellerVerified,
    year: facts.year,
    priceMinor,
    mileage:
      facts.mileage === null
        ? null
        : facts.mileage *
          (facts.mileageUnit === "km" ? millimetersPerKilometer : millimetersPerMile),
    engineCc: facts.engineSizeCc,
    listedAt,
    title: `${facts.name} ${facts.make} ${facts.model ?? ""}`,
    paint: facts.colour ?? "",
    location: facts.location || facts.sellerLocation,
    description: facts.description,
  };
}

const remembered = <Value>(read: (text: string) => Value, most: number) => {
  const known = new Map<string, Value>();
  return (text: string): Value => {
    if (known.has(text)) return known.get(text)!;
    const value = read(text);
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
};

// Listings share few models and colors, and reading one takes longer than the rest of a car.
const colourOf = remembered(basicColour, 5_000);
const modelsByMake = {
  BMW: remembered((text) => knownModel("BMW", text), 5_000),
  "Mercedes-Benz": remembered((text) => knownModel("Mercedes-Benz", text), 5_000),
  Audi: remembered((text) => knownModel("Audi", text), 5_000),
} satisfies Record<Make, (text: string) => string>;

/** The model's usual name: sellers also write "a4" or "C-Klasse". An unknown model keeps its text. */
function modelOf(make: Make, model: string | null): string | null {
  const text = model?.trim();
  return text ? modelsByMake[make](text) : null;
}

function knownModel(make: Make, text: string): string {
  return findModel(make, text)?.facts.model ?? text;
}
