import { z } from "zod";
import { lastDayField } from "#shared/dates/last-day.ts";
import { pageQuery, searchWords, sortBy } from "#shared/paging/paging-contract.ts";
import { emailAddress, requiredText, text } from "#shared/text/text.ts";
import { roles, signUpRoles } from "./account.ts";
import { verificationChecks } from "./verification.ts";

export const userRecord = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  isEmailConfirmed: z.boolean().describe("Whether the user has confirmed the email address"),
  photoURL: z.string().nullable(),
  createdAt: z.string(),
  roleBefore: z
    .enum(signUpRoles)
    .nullable()
    .describe("The role that an admin returns to when revoked"),
  allowedActions: z.array(z.enum(["makeAdmin", "revokeAdmin"])),
});
export type UserRecord = z.infer<typeof userRecord>;

export const buyerRecord = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  photoURL: z.string().nullable(),
  createdAt: z.string(),
  allowedActions: z.array(z.enum(["delete"])),
});
export type BuyerRecord = z.infer<typeof buyerRecord>;

export const sellerRecord = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  isVerify: z.boolean(),
  photoURL: z.string().nullable(),
  createdAt: z.string(),
  verifiedAt: z.string().nullable(),
  verifiedUntil: z.string().nullable().describe("When the badge ends; null if it does not"),
  verifiedBy: z.string().nullable().describe("Name of the admin who verified the seller, if any"),
  checked: z.array(z.enum(verificationChecks)).describe("What was checked for the badge"),
  verificationNote: z.string().nullable(),
  isSuspended: z.boolean(),
  suspendedAt: z.string().nullable(),
  suspensionReason: z.string().nullable(),
  listingCount: z.number().int(),
  allowedActions: z.array(z.enum(["verify", "unverify", "suspend", "unsuspend", "delete"])),
});
export type SellerRecord = z.infer<typeof sellerRecord>;

/** Filters an account list by `q`, a part of the name or email, and sorts it. */
const accountFilter = z.object({
  q: searchWords.optional(),
  sort: sortBy(["joined", "name", "email"]).optional(),
});
export type AccountSort = NonNullable<z.infer<typeof accountFilter>["sort"]>;

export const userFilter = accountFilter.extend({ role: z.enum(roles).optional() });
export const buyerFilter = accountFilter;
/** `waiting` means not verified and not suspended. */
export const sellerFilter = accountFilter.extend({
  verified: z.enum(["yes", "no", "waiting"]).optional(),
});

const newestFirst = { sort: accountFilter.shape.sort.unwrap().default("-joined") };
export const userListQuery = pageQuery.extend({ ...userFilter.shape, ...newestFirst });
export const buyerListQuery = pageQuery.extend({ ...buyerFilter.shape, ...newestFirst });
export const sellerListQuery = pageQuery.extend({ ...sellerFilter.shape, ...newestFirst });

/** PUT /seller/verify/{id}. The specified call has no body; what was checked is optional. */
export const verifyBody = z
  .object({
    checked: z
      .array(z.enum(verificationChecks, "Unknown check."))
      .max(20, "Too many checks.")
      .default([])
      .transform((checked) => verificationChecks.filter((check) => checked.includes(check))),
    note: text(500).optional(),
    validUntil: lastDayField
      .nullish()
      .describe("The last day of the badge; without it, valid until it is revoked"),
  })
  .nullish();

/** An account as its owner sees it. */
export const ownAccountRecord = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  photoURL: z.string().nullable(),
  phone: z.string(),
  location: z.string(),
  createdAt: z.string(),
});
export type OwnAccountRecord = z.infer<typeof ownAccountRecord>;

/** A seller's location and phone number, for listings without their own. Either may be empty. */
export const contactBody = z.object({ phone: text(40), location: text(160) });
export type Contact = z.infer<typeof contactBody>;

/** POST /users. The email comes from the session; one in the body is ignored, like every unknown field. */
export const createUserBody = z.object({
  name: requiredText(120, "Name"),
  role: z.enum(signUpRoles, "Choose Buyer or Seller.").default("Buyer"),
});
export type CreateUserBody = z.infer<typeof createUserBody>;

export const emailQuery = z.object({ email: emailAddress });
export const emailParams = z.object({ email: emailAddress });

export const tokenAnswer = z.object({ accessToken: z.string(), expiresAt: z.string() });
export const adminAnswer = z.object({ isAdmin: z.boolean() });
export const sellerAnswer = z.object({ isSeller: z.boolean() });
