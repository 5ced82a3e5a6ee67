import { z } from "zod";
import { storedDetails } from "#shared/listings/car-details.ts";
import { roles } from "#shared/accounts/account.ts";
import { auditActions } from "#shared/audit/audit.ts";
import { bookingStates } from "#shared/bookings/booking.ts";
import { moderationActionKinds, appealOutcomes } from "#shared/moderation/moderation.ts";

const instant = z.string().describe("ISO 8601, UTC");
const maybe = instant.nullable();
const money = z.number().describe("Major units of the currency beside it");

const ownReceipt = z.object({
  number: z.string(),
  issuedAt: instant,
  item: z.string(),
  price: money,
  amountPaid: money,
  currency: z.string(),
  transactionId: z.string(),
});

const ownPayment = z.object({
  transactionId: z.string().nullable(),
  status: z.string(),
  amount: money,
  amountCaptured: money,
  currency: z.string(),
  createdAt: instant,
  refunds: z.array(
    z.object({ amount: money, cause: z.string(), status: z.string(), createdAt: instant }),
  ),
  disputes: z.array(
    z.object({ amount: money, reason: z.string(), status: z.string(), openedAt: instant }),
  ),
});

const dealt = {
  id: z.string(),
  productId: z.string(),
  item: z.string(),
  state: z.enum(bookingStates),
  price: money,
  currency: z.string(),
  createdAt: instant,
  receipt: ownReceipt.nullable(),
};

/**
 * GET /account/data: everything that the shop stores about the caller, and nothing about anyone else. docs/privacy.md says
 * which table each part comes from, and what is left out.
 */
export const dataFile = z.object({
  shop: z.string(),
  writtenAt: instant,
  leftOut: z
    .array(z.string())
    .describe("What the shop stores but leaves out of this file, and why"),
  account: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    phone: z.string(),
    location: z.string(),
    photo: z.string().nullable().describe("URL of the picture"),
    isVerified: z.boolean(),
    verifiedAt: maybe,
    verifiedUntil: maybe,
    verificationChecks: z.array(z.string()),
    suspendedAt: maybe,
    createdAt: instant,
  }),
  signIn: z.object({
    name: z.string(),
    email: z.string(),
    picture: z.string().nullable(),
    isEmailConfirmed: z.boolean(),
    hasTwoFactor: z.boolean(),
    ways: z.array(
      z.object({
        by: z.string().describe("A password, or a provider such as Google"),
        accountAtProvider: z.string().nullable(),
        since: instant,
      }),
    ),
    passkeys: z.array(z.object({ name: z.string().nullable(), createdAt: instant })),
    sessions: z.array(
      z.object({
        device: z.string(),
        browser: z.string().nullable().describe("User agent of the browser"),
        address: z.string().nullable(),
        begunAt: instant,
        lastSeenAt: instant,
        endsAt: instant,
      }),
    ),
  }),
  listings: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      make: z.string(),
      model: z.string().nullable(),
      year: z.number().nullable(),
      purchaseYear: z.number().nullable(),
      usedYears: z.number().nullable(),
      mileage: z.number().nullable(),
      mileageUnit: z.string().nullable(),
      fuel: z.string().nullable(),
      transmission: z.string().nullable(),
      engineSizeCc: z.number().nullable(),
      bodyType: z.string().nullable(),
      fuelEconomy: z.number().nullable(),
      fuelEconomyUnit: z.string().nullable(),
      annualTax: money.nullable(),
      colour: z.string().nullable(),
      vin: z.string().nullable(),
      stockNumber: z.string().nullable(),
      registration: z.string().nullable().describe("Number plate"),
      details: storedDetails.nullable().describe("Power, doors, options and other details"),
      condition: z.string().nullable(),
      description: z.string(),
      phone: z.string(),
      location: z.string(),
      image: z.string().nullable().describe("URL of the cover, the first photo"),
      photos: z.array(z.object({ image: z.string(), alt: z.string() })),
      priceChanges: z
        .array(z.object({ price: money, at: instant }))
        .describe("Every price it had, the first one included"),
      originalPrice: money.nullable(),
      resalePrice: money,
      currency: z.string(),
      isAdvertised: z.boolean(),
      importedFrom: z.string().nullable().describe("Name of the file that it was imported from"),
      createdAt: instant,
      updatedAt: instant,
      withdrawnAt: maybe,
      removedAt: maybe,
      lapsedAt: maybe,
      views: z.number().describe("Number of views"),
    }),
  ),
  bookings: z
    .array(
      z.object({
        ...dealt,
        name: z.string(),
        email: z.string(),
        phone: z.string(),
        location: z.string(),
        amountDueNow: money,
        expiresAt: instant,
        history: z.array(
          z.object({
            at: instant,
            from: z.string().nullable(),
            to: z.string(),
            byYou: z.boolean(),
          }),
        ),
        payments: z.array(ownPayment),
      }),
    )
    .describe("Cars that the caller reserved or bought"),
  sales: z
    .array(z.object(dealt))
    .describe("Reservations and sales of the caller's cars, without the buyers"),
  favorites: z
    .array(z.object({ productId: z.string(), name: z.string(), savedAt: instant }))
    .describe("Saved cars"),
  feeds: z
    .array(
      z.object({
        name: z.string(),
        createdAt: instant,
        path: z.string().nullable(),
        options: z.record(z.string(), z.unknown()),
        feedWins: z.array(z.string()),
        syncs: z.array(
          z.object({
            file: z.string(),
            state: z.string(),
            rows: z.number(),
            refused: z.number(),
            createdAt: instant,
          }),
        ),
      }),
    )
    .describe("Feeds of the seller's stock and their newest syncs"),
  savedSearches: z
    .array(
      z.object({
        name: z.string(),
        search: z.string(),
        emailsOn: z.boolean(),
        createdAt: instant,
        seenAt: instant,
        lastEmailAt: maybe,
        matches: z
          .array(z.object({ productId: z.string(), foundAt: maybe, emailedAt: maybe }))
          .describe("Cars that were emailed, or are to be"),
      }),
    )
    .describe("Saved searches"),
  apiKeys: z
    .array(
      z.object({
        name: z.string(),
        scopes: z.array(z.string()),
        createdAt: instant,
        expiresAt: maybe,
        lastUsedAt: maybe,
      }),
    )
    .describe("Keys with which the caller's own systems call the API"),
  webhooks: z
    .array(z.object({ url: z.string(), createdAt: instant, disabledAt: maybe }))
    .describe("Where the caller's own system is told about bookings"),
  reports: z.array(
    z.object({
      productId: z.string(),
      reason: z.string().nullable(),
      createdAt: instant,
      outcome: z.string().nullable(),
      closedAt: maybe,
    }),
  ),
  reviews: z
    .array(
      z.object({
        bookingId: z.string(),
        stars: z.number().nullable().describe("Null for a review by the other side"),
        text: z.string().nullable().describe("Null for a review by the other side"),
        answer: z.string().nullable().describe("The caller's, to a review about them"),
        createdAt: instant,
        removedAt: maybe,
      }),
    )
    .describe("Reviews by the caller, and their answers to reviews about them"),
  checks: z
    .array(
      z.object({
        level: z.string(),
        productId: z.string().nullable(),
        checkedAt: instant,
        validUntil: maybe,
        withdrawnAt: maybe,
      }),
    )
    .describe("What admins checked of the caller as a seller"),
  reviewReports: z.array(
    z.object({
      reviewId: z.string(),
      reason: z.string(),
      createdAt: instant,
      outcome: z.string().nullable(),
      closedAt: maybe,
    }),
  ),
  decisions: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(moderationActionKinds),
        productId: z.string().nullable(),
        at: instant,
        endedAt: maybe,
        appeal: z
          .object({
            text: z.string(),
            createdAt: instant,
            outcome: z.enum(appealOutcomes).nullable(),
            decidedAt: maybe,
          })
          .nullable(),
      }),
    )
    .describe("Moderation actions against the caller as a seller"),
  emails: z.array(
    z.object({ kind: z.string(), subject: z.string(), createdAt: instant, sentAt: maybe }),
  ),
  log: z
    .array(
      z.object({
        at: instant,
        action: z.enum(auditActions),
        subjectId: z.string().nullable(),
        byYou: z.boolean(),
      }),
    )
    .describe("Entries of the audit log about the caller, their cars and bookings, or by them"),
});
export type DataFile = z.infer<typeof dataFile>;
