import { z } from "zod";
import { requiredText, emailAddress } from "#shared/text/text.ts";
import { roles, signUpRoles } from "./account.ts";

export const userRecord = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  photoURL: z.string().nullable(),
  createdAt: z.string(),
  allowedActions: z.array(z.enum(["makeAdmin"])),
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
  verifiedBy: z.string().nullable().describe("The admin's name, where one verified the seller"),
  listingCount: z.number().int(),
  allowedActions: z.array(z.enum(["verify", "unverify", "delete"])),
});
export type SellerRecord = z.infer<typeof sellerRecord>;

/** POST /users. The email is the session's; one in the body is ignored, as every unknown field is. */
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
