import {
  bigserial,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { ModelStats } from "./model/train-model.ts";

export type VersionStats = ModelStats & {
  /** Cars of each make, and of each model under its make and name. */
  makes: Record<string, number>;
  models: Record<string, number>;
  /** The error of the version in use on the same cars kept apart. */
  errorBefore: number | null;
  /**
   * Of all its cars, how many were sold, and when the first and the last of them were listed. Versions from before this
   * was recorded have none.
   */
  stock?: { sold: number; from: string; to: string };
};

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Every training of the price model. Only the newest used version keeps its bytes. */
export const valuationVersionTable = pgTable("valuation_version", {
  id: bigserial({ mode: "number" }).primaryKey(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  /** False for a version that was worse than the one in use. */
  isUsed: boolean("is_used").notNull(),
  /** The listings that were on sale or sold at the time, whether or not they could be used. */
  listings: integer().notNull(),
  stats: jsonb("figures").$type<VersionStats>().notNull(),
  /** The trees (server/valuation/model/model-file.ts). */
  model: bytes(),
  /** The label of each listing, which the next version keeps unless a price clearly moved. */
  labels: bytes(),
  /** Why it is not used. */
  note: text(),
});
