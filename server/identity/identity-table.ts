import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";

// Better Auth's own tables, with its field names (https://better-auth.com/docs/concepts/database). Only identity reads them.

const createdAt = () => timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
const updatedAt = () => timestamp("updated_at", { withTimezone: true }).notNull().defaultNow();

export const identityUserTable = pgTable("identity_user", {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  /** Ours, set by a trigger: when the present address was confirmed. Null for those confirmed before 0044. */
  emailVerifiedAt: timestamp("email_verified_at", { withTimezone: true, precision: 3 }),
  image: text(),
  /** Whether signing in asks for a code as well. */
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const identitySessionTable = pgTable(
  "identity_session",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => identityUserTable.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** Ours, not the service's: when its person last showed a password or a passkey, and when a call last came by it. */
    reauthenticatedAt: timestamp("reauthenticated_at", { withTimezone: true })
      .notNull()
      .defaultNow(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("identity_session_user").on(table.userId)],
);

export const identityCredentialTable = pgTable(
  "identity_credential",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => identityUserTable.id, { onDelete: "cascade" }),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: timestamp("access_token_expires_at", { withTimezone: true }),
    refreshTokenExpiresAt: timestamp("refresh_token_expires_at", { withTimezone: true }),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("identity_credential_user").on(table.userId),
    // One user of a provider has one account here, even after two sign-ins at once.
    uniqueIndex("identity_credential_subject").on(table.providerId, table.accountId),
  ],
);

export const identityVerificationTable = pgTable(
  "identity_verification",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("identity_verification_identifier").on(table.identifier)],
);

/** The secret of the authenticator app, encrypted by the service, and the hashed backup codes. */
export const identityTwoFactorTable = pgTable("identity_two_factor", {
  id: text().primaryKey(),
  userId: text("user_id")
    .notNull()
    .unique()
    .references(() => identityUserTable.id, { onDelete: "cascade" }),
  secret: text().notNull(),
  backupCodes: text("backup_codes").notNull(),
  /** False until the first correct code was entered. */
  verified: boolean().notNull().default(false),
  failedVerificationCount: integer("failed_verification_count").notNull().default(0),
  lockedUntil: timestamp("locked_until", { withTimezone: true }),
});

export const identityPasskeyTable = pgTable(
  "identity_passkey",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => identityUserTable.id, { onDelete: "cascade" }),
    name: text(),
    publicKey: text("public_key").notNull(),
    credentialID: text("credential_id").notNull().unique(),
    /** Signatures so far, if the authenticator counts them: up to 2^32. */
    counter: bigint({ mode: "number" }).notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: createdAt(),
  },
  (table) => [index("identity_passkey_user").on(table.userId)],
);
