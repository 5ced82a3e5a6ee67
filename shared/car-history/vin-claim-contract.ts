import { z } from "zod";
import { mileageUnits } from "#shared/listings/listing.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import { vinClaimStatuses } from "#shared/listings/vin-claim.ts";

/** GET /vin-claims */
export const vinClaimsQuery = pageQuery.extend({
  state: z
    .enum(["pending", "decided"], "state must be pending or decided.")
    .default("pending")
    .describe("The newest first; decided ones by the time of the decision"),
});

const claimedListing = z.object({
  _id: z.string(),
  name: z.string(),
  sellerName: z.string(),
  mileage: z.number().int().nullable().describe("The last one that it stated for this VIN"),
  mileageUnit: z.enum(mileageUnits).nullable(),
  isShown: z.boolean().describe("Whether its page can be opened"),
});

export const vinClaim = z.object({
  claim: z.string().describe("Names the claim, to decide it"),
  vin: z.string(),
  status: z.enum(vinClaimStatuses),
  claimedAt: z.iso.datetime(),
  decision: z
    .object({
      at: z.iso.datetime(),
      by: z.string().nullable().describe("Null for what was public before there were claims"),
    })
    .nullable(),
  listing: claimedListing,
  others: z
    .array(claimedListing.extend({ since: z.iso.datetime() }))
    .describe("The last five listings of other sellers that have had this VIN, the newest first"),
  othersCount: z.number().int().describe("How many there are"),
});
export type VinClaim = z.infer<typeof vinClaim>;

/** POST /vin-claims/{id}/confirm and /refuse */
export const decideVinClaimBody = z
  .object({
    from: z
      .enum(vinClaimStatuses, `from must be one of ${vinClaimStatuses.join(", ")}.`)
      .default("pending")
      .describe("The status that you saw. With another one by now, nothing is changed."),
  })
  .nullish();
