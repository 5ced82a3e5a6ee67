import { z } from "zod";
import { verificationChecks } from "#shared/accounts/verification.ts";
import { liveBookingStates } from "#shared/bookings/booking.ts";
import { allMakeNames } from "#shared/makes/all-makes.ts";
import { categoryIds, makes } from "#shared/makes/sold-makes.ts";
import { inSentence } from "#shared/text/in-sentence.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import { priceLabels } from "./price-label.ts";
import { vinConfirmedField, vinField } from "#shared/vin/vin-contract.ts";
import { fromNumeral, requiredText, text } from "#shared/text/text.ts";
import { changedDetails, givenDetails } from "./car-details-contract.ts";
import { changedNumbers, givenNumbers, stockNumber } from "./car-numbers.ts";
import { changeable, optional } from "./form-fields.ts";
import {
  conditions,
  fuelEconomyUnits,
  fuels,
  listingStatuses,
  maximumAltLength,
  maximumPhotos,
  mileageUnits,
  transmissions,
} from "./listing.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";

export const listingActions = ["book", "report", "edit", "advertise", "confirm", "delete"] as const;

/** A listing's photo. The first one is the cover. */
export const photo = z.object({ image: z.string(), alt: z.string() });

/** How the price of a car on sale compares with similar cars. */
export const priceRating = z.object({
  label: z
    .enum(priceLabels)
    .nullable()
    .describe("null if the price is below half of the estimate, which may be a mistake or a fraud"),
  title: z.string().describe("The label in words, such as `Good price` or `Unusually low price`"),
  difference: z.number().describe("Price less estimate, in major units of `currency`"),
  text: z.string().describe("For example `≈ $1,200 below similar cars`"),
});

/** A product as visitors see it. Amounts are in major units of `currency`. */
export const product = z.object({
  _id: z.string(),
  name: z.string(),
  sellerName: z.string(),
  location: z.string(),
  originalPrice: z.number().nullable().describe("Market Price: the seller's own figure"),
  resalePrice: z.number(),
  purchase: z.number().int().nullable().describe("Year of purchase"),
  used: z.number().int().nullable().describe("Years used"),
  category: z.enum(allMakeNames),
  categoryId: z.number().int(),
  condition: z.enum(conditions).nullable(),
  description: z.string(),
  image: z.string(),
  isAdvertise: z.boolean(),
  isSellerVerified: z.boolean(),
  sellerVerification: z
    .object({
      at: z.string(),
      checked: z.array(z.enum(verificationChecks)),
      validUntil: z.string().optional().describe("When the badge ends, if it does"),
    })
    .nullable()
    .describe("What an admin checked of the seller, and when; null without the badge"),
  isReported: z.boolean(),
  postTime: z.string().describe("Time of day the product was added, UTC"),
  createdAt: z.string(),
  currency: z.string(),
  status: z.enum(listingStatuses),
  imageIsIllustration: z.boolean(),
  make: z.enum(allMakeNames),
  model: z.string().nullable(),
  year: z.number().int().nullable(),
  mileage: z.number().int().nullable(),
  mileageUnit: z.enum(mileageUnits).nullable(),
  fuel: z.enum(fuels).nullable(),
  transmission: z.enum(transmissions).nullable(),
  engineSize: z.number().nullable().describe("Liters"),
  bodyType: z.enum(bodyTypes).nullable(),
  bodyTypeTypical: z.boolean().describe("The model's usual body, not one the seller stated"),
  fuelEconomy: z.object({ value: z.number(), unit: z.enum(fuelEconomyUnits) }).nullable(),
  tax: z.number().nullable().describe("Yearly vehicle tax"),
  colour: z.string().nullable(),
  vin: z.string().nullable(),
  priceRating: priceRating
    .nullable()
    .optional()
    .describe("In lists of cars for sale; null if the price is not rated"),
});
export type Product = z.infer<typeof product>;

/** A product as list pages have it. Descriptions can be long, and cards and dialogs don't show them. */
export type ListedProduct = Omit<Product, "description">;

/** What a card and its dialogs show of a listing. A page embeds two dozen of them, so they have nothing else. */
export type CardListing = Pick<
  Product,
  | "_id"
  | "name"
  | "sellerName"
  | "location"
  | "originalPrice"
  | "resalePrice"
  | "used"
  | "condition"
  | "image"
  | "isSellerVerified"
  | "sellerVerification"
  | "createdAt"
  | "currency"
  | "status"
  | "imageIsIllustration"
  | "year"
  | "mileage"
  | "mileageUnit"
  | "fuel"
  | "transmission"
  | "priceRating"
>;

/** A product's live booking, as its seller sees it. */
const sale = z.object({
  bookingId: z.string(),
  state: z.enum(liveBookingStates),
  heldUntil: z.string().nullable().describe("End of an unpaid hold; null once it is paid"),
  buyer: z
    .object({
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      phoneLink: z.string().nullable(),
      location: z.string(),
    })
    .nullable()
    .describe("null until the booking is paid, and where the buyer deleted their account"),
  receiptNumber: z.string().nullable().describe("For example M-000042; null until it is paid"),
  canReview: z.boolean().describe("Whether the seller can review the buyer now"),
});
export type Sale = z.infer<typeof sale>;

/** A product as seen by its owner, an admin, or a buyer with a live booking for it. */
export const ownProduct = product.extend({
  email: z.string(),
  phone: z.string().nullable(),
  stockNumber,
  photos: z.array(photo).describe("In the seller's order; the first is the cover"),
  sale: sale.nullable().describe("For the seller of a reserved or sold product; null for others"),
  expiresAt: z
    .string()
    .nullable()
    .describe("When it goes off sale unless it is confirmed; null if it does not"),
  lapsedAt: z
    .string()
    .nullable()
    .describe("When it went off sale because it was not confirmed; null unless it did"),
  allowedActions: z.array(z.enum(listingActions)),
});
export type OwnProduct = z.infer<typeof ownProduct>;

/** DELETE /addproduct/{id}. An admin's reason is sent to the seller. The specified call has no body. */
export const deleteProductBody = z.object({ reason: text(500).optional() }).nullish();

const thisYear = () => new Date().getUTCFullYear();
/** Year of the first automobile. */
const firstCarYear = 1886;
const marketPrice = "The seller's own figure of the market price, shown as Market Price";

const year = (label: string) =>
  fromNumeral(
    z
      .number(`${label} must be a year.`)
      .int(`${label} must be a year.`)
      .min(firstCarYear, `${label} cannot be before ${firstCarYear}.`)
      .refine((value) => value <= thisYear() + 1, `${label} cannot be in the future.`),
  );

const price = (label: string) =>
  fromNumeral(
    z
      .number(`${label} must be a number.`)
      .positive(`${label} must be above zero.`)
      .max(1_000_000_000, `${label} is too high.`),
  );

const photoBody = z.object({
  image: requiredText(2_000, "A photo's image"),
  alt: text(maximumAltLength).default(""),
});
const photosBody = z
  .array(photoBody)
  .max(maximumPhotos, `A car can have at most ${maximumPhotos} photos.`);
export type PhotoBody = z.infer<typeof photoBody>;

/** Why a listing without a make that is sold here is refused. */
export const chooseMake = `Choose ${inSentence(makes, "or")}.`;

const fields = {
  purchase: year("Year of purchase"),
  used: fromNumeral(
    z
      .number("Years used must be a number.")
      .int("Years used must be a whole number.")
      .min(0, "Years used cannot be below zero.")
      .max(150, "Years used is too high."),
  ),
  category: z.enum(makes, chooseMake),
  categoryId: fromNumeral(z.literal(categoryIds, "Choose a brand.")),
  condition: z.enum(conditions, "Choose Excellent, Good or Fair."),
  model: text(80),
  year: year("Year"),
  mileage: fromNumeral(
    z
      .number("Mileage must be a number.")
      .int("Mileage must be a whole number.")
      .min(0, "Mileage cannot be below zero.")
      .max(2_000_000, "Mileage is too high."),
  ),
  mileageUnit: z.enum(mileageUnits),
  fuel: z.enum(fuels, "Choose a fuel."),
  transmission: z.enum(transmissions, "Choose a transmission."),
  engineSize: fromNumeral(
    z
      .number("Engine size must be between 0.1 and 15 liters.")
      .min(0.1, "Engine size must be between 0.1 and 15 liters.")
      .max(15, "Engine size must be between 0.1 and 15 liters."),
  ),
  bodyType: z.enum(bodyTypes, "Choose a body type."),
  colour: text(60),
  vin: vinField,
};

/** POST /addproduct. Seller, verification and flags come from the account, never from the body. */
export const addProductBody = z.object({
  name: requiredText(160, "Name"),
  location: text(160).default(""),
  originalPrice: price("Original price").describe(marketPrice),
  resalePrice: price("Resale price"),
  purchase: optional(fields.purchase),
  used: optional(fields.used),
  category: fields.category.optional(),
  categoryId: optional(fields.categoryId),
  phone: text(40).default(""),
  condition: fields.condition,
  description: text(5_000).default(""),
  image: optional(text(2_000)).describe("The cover"),
  photos: optional(photosBody).describe(
    "In order, the first is the cover. With `image`, that one moves to the front.",
  ),
  model: optional(fields.model),
  year: optional(fields.year),
  mileage: optional(fields.mileage),
  mileageUnit: optional(fields.mileageUnit),
  fuel: optional(fields.fuel),
  transmission: optional(fields.transmission),
  engineSize: optional(fields.engineSize),
  bodyType: optional(fields.bodyType),
  colour: optional(fields.colour),
  vin: optional(fields.vin),
  ...givenNumbers,
  ...givenDetails,
  vinConfirmed: vinConfirmedField,
});
export type AddProductBody = z.infer<typeof addProductBody>;

/** PATCH /products/{id}. What the body leaves out stays as it is. `photos` replaces the whole list. */
export const changeProductBody = z.object({
  name: requiredText(160, "Name").optional(),
  location: text(160).optional(),
  originalPrice: price("Original price").optional().describe(marketPrice),
  resalePrice: price("Resale price").optional(),
  purchase: changeable(fields.purchase),
  used: changeable(fields.used),
  category: fields.category.optional(),
  categoryId: optional(fields.categoryId),
  phone: text(40).optional(),
  condition: fields.condition.optional(),
  description: text(5_000).optional(),
  photos: photosBody.optional().describe("In order, the first is the cover"),
  model: changeable(fields.model),
  year: changeable(fields.year),
  mileage: changeable(fields.mileage),
  mileageUnit: optional(fields.mileageUnit),
  fuel: changeable(fields.fuel),
  transmission: changeable(fields.transmission),
  engineSize: changeable(fields.engineSize),
  bodyType: changeable(fields.bodyType),
  colour: changeable(fields.colour),
  vin: changeable(fields.vin),
  ...changedNumbers,
  ...changedDetails,
  vinConfirmed: vinConfirmedField,
});
export type ChangeProductBody = z.infer<typeof changeProductBody>;

export const productSorts = ["newest", "price-asc", "price-desc"] as const;
export const productListQuery = pageQuery.extend({
  sort: z.enum(productSorts, "Unknown sort.").default("newest"),
});
export type ProductListQuery = z.infer<typeof productListQuery>;
