import { soldMakes } from "#shared/makes/sold-makes.ts";
import { bodyNames } from "#shared/listings/body-names.ts";
import { colours, colourWords } from "#shared/listings/colour.ts";
import { bodyWords, fuelWords, transmissionWords } from "#shared/listings/listing-words.ts";
import type { Fuel } from "#shared/listings/listing.ts";
import type { BodyType } from "#shared/makes/body-type.ts";
import { priceLabelTexts, type PriceLabel } from "#shared/listings/price-label.ts";
import { colourLabel, fuelLabels, sortLabels, transmissionLabels } from "./filter-labels.ts";
import type { SearchFilters, SearchSort } from "./search-filters.ts";

/** What a word or phrase of a search means. */
export type WordMeaning = { label: string; filters: SearchFilters; sort?: SearchSort };

// Words of feeds that mean something else in a search ("based on", "super condition", "other").
const notInSearches = new Set(
  "on,super,pb,essence,other,andere,sonstige,autre,otro,inny,inne,break,familiar,bus,gold,sand,mechanical,regular,strom".split(
    ",",
  ),
);

// Words that only searches use.
const extraFuelWords: Partial<Record<Fuel, string>> = {
  diesel: "cdi,bluetec,diesels",
  petrol: "tfsi,tsi,fsi",
};
const extraBodyWords: Partial<Record<BodyType, string>> = {
  saloon: "saloons,sedans",
  estate: "estates,wagons,touring",
  convertible: "convertibles,cabrios,open top",
  coupe: "coupes",
  suv: "suvs,jeep",
  hatchback: "hatchbacks",
};
const germanColours = new Set("schwarz,grau,weiss,blau,rot,grun,gruen,braun,gelb".split(","));
// Who asks for good prices also wants great ones.
const priceWords: [words: string, labels: PriceLabel[]][] = [
  ["great price,great prices,great deal,great deals", ["great"]],
  ["good price,good prices,good deal,good deals,good value", ["great", "good"]],
  ["fair price,fair prices", ["fair"]],
];
const sortWords = {
  "price-asc":
    "cheap,cheaper,cheapest,inexpensive,affordable,lowest price,gunstig,gunstige,gunstiger,gunstiges,gunstigste,billig,billige,billiger,billiges,billigste",
  "mileage-asc":
    "low mileage,low miles,lowest mileage,few miles,wenig km,wenig kilometer,wenige kilometer,geringe laufleistung,niedrige laufleistung",
} satisfies Partial<Record<SearchSort, string>>;
const verifiedWords = "verified,verified seller,verified sellers,verified dealer,gepruft";

/** The phrases that a search understands, folded. */
export const queryWords: ReadonlyMap<string, WordMeaning> = new Map([
  ...meanings(verifiedWords, { label: "Verified sellers", filters: { verified: true } }),
  ...entries(sortWords, {}).flatMap(([sort, words]) =>
    meanings(words, { label: sortLabels[sort], filters: {}, sort }),
  ),
  ...priceWords.flatMap(([words, labels]) =>
    meanings(words, {
      label: labels.map((label) => priceLabelTexts[label]).join(" or "),
      filters: { priceLabel: labels },
    }),
  ),
  ...colours.flatMap((colour) =>
    meanings(withGermanEndings(colourWords[colour]), {
      label: colourLabel(colour),
      filters: { colour: [colour] },
    }),
  ),
  ...entries(bodyWords, extraBodyWords).flatMap(([body, words]) =>
    meanings(words, { label: bodyNames[body], filters: { body: [body] } }),
  ),
  ...entries(transmissionWords, {}).flatMap(([transmission, words]) =>
    meanings(words, {
      label: transmissionLabels[transmission],
      filters: { transmission: [transmission] },
    }),
  ),
  ...entries(fuelWords, extraFuelWords).flatMap(([fuel, words]) =>
    meanings(words, { label: fuelLabels[fuel], filters: { fuel: [fuel] } }),
  ),
  ...soldMakes.flatMap(({ name, spellings, nicknames }) =>
    meanings([...spellings, ...nicknames].join(), { label: name, filters: { make: [name] } }),
  ),
]);

/** Words that say nothing about a car. */
export const fillerWords: ReadonlySet<string> = new Set(
  "a,an,the,and,or,but,with,in,for,of,at,by,to,near,me,i,want,need,looking,show,find,please,car,cars,used,sale,buy,price,low,mileage,miles,preis,mit,und,oder,ein,eine,einen,der,die,das,von,fur,bei,auto gebraucht,gebraucht,gebrauchte,gebrauchter,wagen,kaufen".split(
    ",",
  ),
);

function entries<T extends string>(words: Record<T, string>, extra: Partial<Record<T, string>>) {
  return (Object.keys(words) as T[]).map((value): [T, string] => [
    value,
    [words[value], extra[value] ?? ""].join(","),
  ]);
}

function meanings(words: string, meaning: WordMeaning): [string, WordMeaning][] {
  return words
    .split(",")
    .filter((word) => word !== "" && !notInSearches.has(word))
    .map((word) => [word, meaning]);
}

/** Colors as they stand before a German noun, too: "blauer Kombi". */
function withGermanEndings(words: string): string {
  return words
    .split(",")
    .flatMap((word) =>
      germanColours.has(word) ? ["", "e", "er", "es", "en"].map((end) => word + end) : [word],
    )
    .join();
}
