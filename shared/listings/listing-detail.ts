import { z } from "zod";
import { vinClaimStatuses } from "./vin-claim.ts";
import { ownNumbers } from "./car-numbers.ts";
import { ownDetails, publicDetails } from "./car-details.ts";
import { ownProduct, photo, product } from "./listing-contract.ts";

/** Days for which a sold car's page is still shown. Then it is gone (410). */
const soldShownDays = 30;

/** GET /listings/{id} */
export const listingDetail = product.extend({
  ...publicDetails.shape,
  photos: z.array(photo).describe("In the seller's order; the first is the cover"),
  soldAt: z.string().nullable().describe("When it was sold; null unless its status is sold"),
});
export type ListingDetail = z.infer<typeof listingDetail>;

/** GET /addproduct/{id} */
export const ownListingDetail = ownProduct.extend({
  ...ownDetails.shape,
  ...ownNumbers.shape,
  vinClaim: z
    .enum(vinClaimStatuses)
    .nullable()
    .describe(
      "Whether an admin has confirmed that it is the car that another seller had listed with its VIN; null if none had",
    ),
});
export type OwnListingDetail = z.infer<typeof ownListingDetail>;

/** Whether a car is still shown: a sold one is for 30 days. */
export function isStillShown({ soldAt }: { soldAt: Date | null }, now: Date): boolean {
  return soldAt === null || now.getTime() - soldAt.getTime() <= soldShownDays * 86_400_000;
}
