import { z } from "zod";
import { feedFetch, feedFetchBody } from "./feed-fetch-contract.ts";
import { allMakeNames } from "#shared/makes/all-makes.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import { fromNumeral, requiredText, text } from "#shared/text/text.ts";

/** The facts of a car that a feed can change, by their names in the API. */
export const feedFactNames = [
  "name",
  "make",
  "model",
  "year",
  "mileage",
  "mileageUnit",
  "fuel",
  "transmission",
  "engineSize",
  "bodyType",
  "fuelEconomy",
  "fuelEconomyUnit",
  "tax",
  "colour",
  "vin",
  "condition",
  "location",
  "description",
  "price",
  "powerKw",
  "drive",
  "doors",
  "seats",
  "trim",
  "firstRegistration",
  "previousKeepers",
  "serviceHistory",
  "options",
  "advertUrl",
  "sourceCurrency",
  "sourcePrice",
  "sourceRate",
] as const;
export type FeedFactName = (typeof feedFactNames)[number];
export const factName = z.enum(feedFactNames, "This is not a fact of a car.");

/** Kinds of changes, in the order of a plan's page. */
export const feedChangeKinds = ["added", "changed", "relisted", "retired"] as const;
const feedChangeStates = ["planned", "applied", "skipped", "undone", "kept"] as const;
const feedPlanStates = [
  "waiting",
  "applying",
  "applied",
  "discarded",
  "undoing",
  "undone",
] as const;
const keptReasons = [
  "booked",
  "withdrawn",
  "removed",
  "refused",
  "vin_taken",
  "other_feed",
  "make_not_sold",
] as const;

const name = requiredText(80, "A name");
const code = (message: string) =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, message);

const columnField = z.string().max(40);

/** What headers mean, and what values of their columns mean. */
export const feedColumnMap = z.record(
  z.string().max(200),
  z.union([
    columnField,
    z.strictObject({ field: columnField, values: z.record(z.string(), z.string().nullable()) }),
    z.null(),
  ]),
);
export type FeedColumnMap = z.infer<typeof feedColumnMap>;

/** How a feed's files are read. What is left out is found in the file. */
const feedOptions = z.strictObject({
  make: z.enum(makes).optional(),
  currency: code("currency must be a code such as GBP.").optional(),
  rate: z
    .string()
    .trim()
    .max(20)
    .optional()
    .describe("The shop's currency for one unit of the feed's currency, such as 1.25"),
  symbols: z
    .record(z.string().max(10), z.string().max(10))
    .optional()
    .describe('What signs of currencies mean, such as `{ "$": "CAD" }`. Left out, they stay'),
  location: text(160).optional(),
  decimal: z.enum(["point", "comma"]).optional(),
  distanceUnit: z.enum(["km", "mi"]).optional(),
  mpg: z.enum(["uk", "us"]).optional(),
  newModels: z.boolean().optional(),
  columns: feedColumnMap
    .optional()
    .describe(
      'What headers mean, such as `{ "Precio": "price" }`; null ignores a column. What values mean goes with the field: `{ "Motor": { "field": "fuel", "values": { "B": "petrol", "?": null } } }`; null leaves a value out. A field without `values` keeps those of the column, and `{}` removes them',
    ),
});
export type FeedOptionsBody = z.infer<typeof feedOptions>;

/** POST /feeds */
export const createFeedBody = z.strictObject({ name, options: feedOptions.optional() });
/** PATCH /feeds/{id}. What is left out does not change. */
export const changeFeedBody = z
  .strictObject({
    name: name.optional(),
    options: feedOptions.optional().describe("Replaces all options. They count from the next file"),
    feedWins: z
      .array(factName)
      .max(feedFactNames.length)
      .optional()
      .describe("Facts in which the feed replaces what was edited in the shop"),
    fetch: feedFetchBody
      .nullable()
      .optional()
      .describe("Where to fetch the file from, now and then every day; null ends it"),
  })
  .refine((changes) => Object.keys(changes).length > 0, "Send a name, options, feedWins or fetch.");
export type FeedChanges = z.infer<typeof changeFeedBody>;

export const feedPlanParams = z.object({ id: z.string().max(64), planId: z.string().max(64) });

export const fileQuery = z.object({
  file: requiredText(200, "The file's name").describe("The file's name, such as stock.csv"),
});

/** Bytes of corrections before a file: enough for all rows that a plan keeps. */
export const mostCorrectionBytes = 1_000_000;
const longestCorrections = 6_000;

/** POST /feeds/{id}/plans */
export const uploadFeedQuery = fileQuery.extend({
  corrections: z
    .string()
    .max(
      longestCorrections,
      `Corrections of more than ${longestCorrections} characters go before the file: send their length as correctionsBytes.`,
    )
    .optional()
    .describe(
      'Cells to read instead of the file\'s, by line and column from 0, as JSON: `{"401":{"2":"17000"}}`',
    ),
  correctionsBytes: fromNumeral(
    z
      .number()
      .int()
      .min(2)
      .max(
        mostCorrectionBytes,
        `Corrections have at most ${mostCorrectionBytes} bytes. Correct more rows in the file.`,
      ),
  )
    .optional()
    .describe(
      "Instead of `corrections`: the body begins with so many bytes of the same JSON, and the file follows",
    ),
});
const longestCell = 5_000;
export const feedCorrections = z.record(
  z.string().regex(/^\d{1,9}$/),
  z.record(
    z.string().regex(/^\d{1,4}$/),
    z.string().max(longestCell, `A corrected cell has at most ${longestCell} characters.`),
  ),
);
export type FeedCorrections = z.infer<typeof feedCorrections>;

/** What reasons of `leftOut` begin with that are about a sheet of a workbook, not about facts. */
export const unreadSheet = "sheet not read";

/** The value of a fact. */
export const factValue = z.union([z.string(), z.number()]).nullable();

const counts = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  relisted: z.number().int().describe("Cars that are back"),
  retired: z.number().int().describe("Cars that are gone from the file"),
  unchanged: z.number().int(),
  kept: z.number().int().describe("Gone, changed or new in the file, but left as they are"),
  repeated: z.number().int(),
  refused: z.number().int(),
  onlyDetails: z
    .number()
    .int()
    .describe("Of the changed cars, those that change only in details such as power and doors"),
});

/** A plan in the history of a feed. */
const feedPlanSummary = z.object({
  _id: z.string(),
  file: z.string(),
  state: z.enum(feedPlanStates),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  rows: z.number().int(),
  counts,
  done: z.number().int().describe("Changes that were made, skipped or undone so far"),
  skipped: z.number().int().describe("Changes that were not made, such as of cars reserved since"),
  needsConfirmation: z.boolean(),
  isUndoable: z.boolean(),
});
export type FeedPlanSummary = z.infer<typeof feedPlanSummary>;

/** A plan with everything except its changes, which have pages. */
export const feedPlan = feedPlanSummary.extend({
  keepsGone: z
    .enum(["empty", "incomplete"])
    .nullable()
    .describe("Why no car is taken off sale: no car was read, or the end of the file is missing"),
  review: z
    .array(
      z.object({
        reason: z.enum(["many_retired", "many_repriced"]),
        cars: z.number().int(),
        of: z.number().int(),
      }),
    )
    .describe("Why applying it needs confirmation"),
  columns: z.array(
    z.object({ header: z.string(), field: z.string().nullable(), values: z.array(z.string()) }),
  ),
  leftOut: z
    .array(z.object({ reason: z.string(), times: z.number().int() }))
    .describe("Facts that were left out of cars, by reason; the 200 most frequent"),
  leftOutReasons: z
    .number()
    .int()
    .optional()
    .describe("How many reasons there are for leaving facts out; not from an earlier release"),
  kept: z
    .array(
      z.object({
        productId: z.string(),
        name: z.string(),
        change: z.enum(["gone", "changed", "new"]),
        reason: z.enum(keptReasons),
        feed: z.string().nullable().describe("The feed of yours that has the car, for other_feed"),
      }),
    )
    .describe("The first 200; none once the plan is discarded"),
  repeated: z
    .array(
      z.object({
        line: z.number().int(),
        firstLine: z.number().int(),
        fields: z.array(z.string()),
        differences: z
          .array(z.object({ field: factName, first: factValue, again: factValue }))
          .describe("The values in both rows; empty beyond the first 2,000 rows of a plan"),
      }),
    )
    .describe("The first 200"),
});
export type FeedPlanAnswer = z.infer<typeof feedPlan>;

const feedChange = z.object({
  number: z.number().int(),
  kind: z.enum(feedChangeKinds),
  state: z.enum(feedChangeStates),
  productId: z.string().nullable(),
  name: z.string(),
  identity: z
    .string()
    .nullable()
    .describe("What identifies the car, such as `stock A12`; null if only its facts do"),
  line: z.number().int().nullable(),
  price: z.number().nullable().describe("The price in the file; null for a car that is gone"),
  mileage: z.number().nullable(),
  mileageUnit: z.string().nullable(),
  differences: z.array(
    z.object({
      field: factName,
      before: factValue,
      after: factValue,
      isKept: z.boolean().describe("The shop's value stays, because it was edited there"),
    }),
  ),
  reason: z.enum(keptReasons).nullable().describe("Why the change was skipped or kept"),
});
export type FeedChangeAnswer = z.infer<typeof feedChange>;

export const feedChangeQuery = pageQuery.extend({
  q: text(160).optional().describe("Part of the car's name or of what identifies it"),
  kind: z.enum(feedChangeKinds).optional(),
  state: z.enum(feedChangeStates).optional(),
});
export const feedChangePage = z.object({
  changes: z.array(feedChange),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
});

/** POST /feeds/{id}/plans/{planId}/apply */
export const applyPlanBody = z.strictObject({
  confirm: z
    .literal(true, "confirm must be true, or left out.")
    .optional()
    .describe("Needed if the plan has reasons for a review"),
});

export const feed = z.object({
  _id: z.string(),
  name: z.string(),
  cars: z.number().int().describe("Cars that the feed has on sale"),
  // A shop may have stopped selling the make.
  options: feedOptions.extend({ make: z.enum(allMakeNames).optional() }),
  feedWins: z.array(factName),
  fetch: feedFetch.nullable(),
  createdAt: z.string(),
  lastPlan: feedPlanSummary.nullable(),
  edits: z
    .number()
    .int()
    .describe("Facts that were edited in the shop, differ from the file, and wait for a decision"),
});
export type FeedAnswer = z.infer<typeof feed>;
export const feedWithHistory = feed.extend({ plans: z.array(feedPlanSummary) });
export type FeedWithHistory = z.infer<typeof feedWithHistory>;
