/** Facts that describe the car. `mileageUnit` and `currency` are columns of units. */
const coreFields = [
  "make",
  "model",
  "year",
  "firstRegistration",
  "price",
  "currency",
  "mileage",
  "mileageUnit",
  "fuel",
  "transmission",
  "engineSize",
  "bodyType",
  "fuelEconomy",
  "tax",
  "colour",
  "vin",
  "condition",
  "description",
  "location",
] as const;

/**
 * Facts beside the price: a lower price for a time, the price with tax where the feed has it beside one without, and the
 * value added tax, as an amount or a rate. Former, list and recommended prices are in no table: a buyer does not pay them.
 */
const priceFields = [
  "specialPrice",
  "regularPrice",
  "specialFrom",
  "specialUntil",
  "totalPrice",
  "vat",
] as const;

/**
 * Facts that do not describe the car's kind: what identifies the advert, and equipment. `damage` and `soundness` answer
 * whether the car is damaged; map-headers.ts also recognizes them by the words in a header. `sold` is yes or no, or since
 * when.
 */
const advertFields = [
  "title",
  "trim",
  "stockNumber",
  "advertId",
  "reference",
  "registration",
  "advertUrl",
  "imageUrls",
  "postcode",
  "power",
  "doors",
  "seats",
  "drive",
  "previousKeepers",
  "serviceHistory",
  "options",
  "damage",
  "availability",
  "sold",
  "mileageStatus",
  "soundness",
] as const;

/** Fields whose headers languages borrow from each other ("Title", "Version"), so that they do not show the feed's. */
export const borrowingFields = [...priceFields, ...advertFields];
export type BorrowingField = (typeof borrowingFields)[number];

/** What a column of a feed can contain. */
export type Field = (typeof coreFields)[number] | BorrowingField;
export const fields: readonly Field[] = [...coreFields, ...borrowingFields];

/** Headers by field, folded by `foldHeader` ("ær" is "aer", and the Turkish "ı" is "i"), with commas between them. */
export type HeaderWords = Partial<Record<Field, string>>;
