import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Remark, FeedFacts } from "#server/imports/public-reading.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { FeedField, KeptReason } from "./feed-facts.ts";
import type { StoredOptions } from "./feed-options.ts";
import type { KeptChange, SyncPlan } from "./plan/plan-sync.ts";
import type { ReviewReason } from "./plan/review-plan.ts";

/**
 * The problem of a feed's last fetch. "failed": its server or file. "stopped": the file is too heavy and is not fetched
 * again. "plan_waits": the plan waits for the seller. "shop_failed": the shop itself, so it says nothing about the
 * server or file.
 */
export const fetchProblems = ["failed", "stopped", "plan_waits", "shop_failed"] as const;
export type FetchProblem = (typeof fetchProblems)[number];

/** A dealer's stock, as a file that comes again and again. */
export const feedTable = pgTable(
  "feed",
  {
    id: uuid().primaryKey().defaultRandom(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => accountTable.id),
    name: text().notNull(),
    /** The fields in which the feed replaces what the seller changed by hand. */
    feedWins: jsonb("feed_wins").$type<FeedField[]>().notNull().default([]),
    /** How the feed was read when it was last applied. */
    options: jsonb().$type<StoredOptions>().notNull().default({}),
    /** The file on the server that `npm run import -- sync` reads again; null for uploads. */
    path: text(),
    /** A hash of the file and the options of the last sync; null if it left out what may become possible later. */
    digest: text(),
    /** Where the shop fetches the file from every day, and at which hour (UTC). */
    fetchUrl: text("fetch_url"),
    fetchHour: smallint("fetch_hour"),
    fetchUsername: text("fetch_username"),
    /** Encrypted, like the private key. */
    fetchPassword: text("fetch_password"),
    fetchPrivateKey: text("fetch_private_key"),
    /** The SSH server's trusted key, and another one that it has shown since. */
    fetchHostKey: text("fetch_host_key"),
    fetchNewHostKey: text("fetch_new_host_key"),
    /** While a fetch runs, when to repeat it if its process stops. */
    nextFetchAt: timestamp("next_fetch_at", { withTimezone: true, precision: 3 }),
    fetchedAt: timestamp("fetched_at", { withTimezone: true, precision: 3 }),
    fetchEtag: text("fetch_etag"),
    /** Why the last fetch failed, or why its plan waits. */
    fetchError: text("fetch_error"),
    /** What kind of problem that is; null without one, and if an earlier release wrote it. */
    fetchProblem: text("fetch_problem", { enum: fetchProblems }),
    /** How many times in a row the fetched file has ended the process that read it. */
    heavyFetches: smallint("heavy_fetches").notNull().default(0),
    /** Grows with every plan that is applied or undone. A plan for another version is out of date. */
    version: integer().notNull().default(0),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("feed_name").on(table.sellerId, sql`lower(${table.name})`)],
);

/** The cars that a feed has listed. A listing belongs to one feed at most. */
export const feedCarTable = pgTable(
  "feed_car",
  {
    feedId: uuid("feed_id")
      .notNull()
      .references(() => feedTable.id, { onDelete: "cascade" }),
    identity: text().notNull(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id),
    /** The feed no longer has the car, so it is off sale. */
    isRetired: boolean("is_retired").notNull().default(false),
    /**
     * When the feed took it off sale. If the listing has been off sale since another time, its seller put it back and
     * took it off again. Null for a car that is not retired, or that an earlier release retired.
     */
    retiredAt: timestamp("retired_at", { withTimezone: true }),
    /** What the feed said when it was last applied. */
    feedFacts: jsonb("said").$type<FeedFacts>().notNull(),
    /** Where the seller has decided that the shop wins: what the feed said then, by field. */
    decided: jsonb().$type<Partial<FeedFacts>>(),
  },
  (table) => [
    primaryKey({ columns: [table.feedId, table.identity] }),
    uniqueIndex("feed_car_listing").on(table.listingId),
  ],
);

/** A value that could not be read, in how many rows, and why. */
export type UnreadValue = { value: string; rows: number; reason: string | null };

/** A column of a plan's file: what it was understood as, and its first values. */
export type PlanColumn = {
  header: string;
  field: string | null;
  values: string[];
  /**
   * The most frequent values that could not be read, and how many others there are. Missing without any, and in old
   * plans.
   */
  unread?: { values: UnreadValue[]; more: number };
};

export const planStates = [
  "waiting",
  "applying",
  "applied",
  "discarded",
  "undoing",
  "undone",
] as const;
export const changeKinds = ["added", "changed", "relisted", "retired"] as const;
export const changeStates = ["planned", "applied", "skipped", "undone", "kept"] as const;

/** How many changes of a plan have a kind and a state. `onlyDetails` counts the cars that change only in details. */
export type ChangeCount = {
  kind: (typeof changeKinds)[number];
  state: (typeof changeStates)[number];
  cars: number;
  onlyDetails: number;
};
/** The numbers of a plan's changes, counted when the plan reached a state. */
type PlanCounts = { state: (typeof planStates)[number]; changes: ChangeCount[] };

/** What a sync would change, or has changed. */
export const feedPlanTable = pgTable(
  "feed_plan",
  {
    id: uuid().primaryKey().defaultRandom(),
    feedId: uuid("feed_id")
      .notNull()
      .references(() => feedTable.id, { onDelete: "cascade" }),
    /** The feed's version that the plan was made for. */
    feedVersion: integer("feed_version").notNull(),
    state: text({ enum: planStates }).notNull().default("waiting"),
    source: text().notNull(),
    options: jsonb().$type<StoredOptions>().notNull(),
    columns: jsonb().$type<PlanColumn[]>().notNull(),
    rows: integer().notNull(),
    refused: integer().notNull(),
    unchanged: integer().notNull(),
    /** The first of them, until the plan is discarded. */
    keptChanges: jsonb("held").$type<KeptChange[]>().notNull(),
    /** How many there were; null in plans of an earlier release, which kept all. */
    keptCars: integer("held_cars"),
    /** The first of them. */
    repeated: jsonb().$type<SyncPlan["repeated"]>().notNull(),
    /** How many there are; null in plans of an earlier release, which kept all. */
    repeatedRows: integer("repeated_rows"),
    keepsGone: text("keeps_gone", { enum: ["empty", "incomplete"] }),
    review: jsonb().$type<ReviewReason[]>().notNull(),
    /** How often a fact was left out of a car, by "column: reason". */
    leftOut: jsonb("left_out").$type<Record<string, number>>().notNull(),
    /**
     * Stored because counting takes long, and the changes of a discarded plan are deleted. Out of date while the plan is in
     * another state; null in plans of an earlier release.
     */
    counts: jsonb().$type<PlanCounts>(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp("ended_at", { withTimezone: true }),
  },
  (table) => [index("feed_plan_newest").on(table.feedId, table.createdAt)],
);

/** One change of a plan. Its earlier state is stored when it is applied, so that it can be undone. */
export const feedChangeTable = pgTable(
  "feed_change",
  {
    planId: uuid("plan_id")
      .notNull()
      .references(() => feedPlanTable.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    kind: text({ enum: changeKinds }).notNull(),
    state: text({ enum: changeStates }).notNull().default("planned"),
    identity: text().notNull(),
    /** What identified the car until now, if it changes. */
    identityBefore: text("identity_before"),
    /** Null for a car that is not listed yet. */
    listingId: uuid("listing_id"),
    line: integer(),
    /** What identifies the row among all imports of the seller; only for an added car. */
    fingerprint: text(),
    /** What the feed says now; null for a car that is gone. */
    facts: jsonb().$type<FeedFacts>(),
    fields: jsonb().$type<FeedField[]>().notNull().default([]),
    differs: jsonb().$type<FeedField[]>().notNull().default([]),
    /** What the listing showed, and what the feed had said, before the change was applied. */
    shownBefore: jsonb("shown_before").$type<FeedFacts>(),
    saidBefore: jsonb("said_before").$type<FeedFacts>(),
    /** The added car was in the shop already, from an earlier import. */
    isAdopted: boolean("is_adopted").notNull().default(false),
    /** Why the change was not applied or not undone. */
    reason: text().$type<KeptReason>(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.number] })],
);

/** Rows of a plan's file that were refused, with their cells, to be corrected. At most `mostRefusals` per plan. */
export const feedRefusalTable = pgTable(
  "feed_refusal",
  {
    planId: uuid("plan_id")
      .notNull()
      .references(() => feedPlanTable.id, { onDelete: "cascade" }),
    line: integer().notNull(),
    kind: text({ enum: ["faults", "otherMake", "damaged", "notForSale"] }).notNull(),
    faults: jsonb().$type<Remark[]>().notNull(),
    cells: jsonb().$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.line] })],
);
