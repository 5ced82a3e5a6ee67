import { z } from "zod";
import { normalizePassword } from "#shared/accounts/password-rules.ts";
import { emailAddress, requiredText, text } from "#shared/text/text.ts";

// The identity service's calls under /api/auth, with Better Auth's paths and fields. Unknown fields are dropped here, so
// nothing that the form does not have (a role, a verified flag) ever reaches the service.

/** The service accepts no longer password, because hashing one costs time and memory. */
export const passwordText = z
  .string()
  .min(1, "Password is required.")
  .max(1_000, "Please use at most 1000 characters.");

/** A password that is being set, normalized. One that is checked stays as it was typed, for hashes from before. */
export const newPasswordText = passwordText.overwrite(normalizePassword);

/** The URL of an image, on this server or elsewhere. */
const imageAddress = text(2_000).refine(
  (address) => /^https?:\/\/[^\s]+$/i.test(address) || /^\/(?!\/)[^\s]*$/.test(address),
  "This is not the URL of an image.",
);

export const signUpBody = z.object({
  name: requiredText(120, "Name"),
  email: emailAddress,
  password: newPasswordText,
  image: imageAddress.optional(),
});

export const signInBody = z.object({
  email: emailAddress,
  password: passwordText,
  rememberMe: z.boolean().optional(),
});

export const updateProfileBody = z.object({
  name: requiredText(120, "Name").optional(),
  image: imageAddress.nullable().optional(),
});

export const requestResetBody = z.object({ email: emailAddress });

/** The token of an emailed link. The limit is longer than any that the service creates. */
const linkToken = requiredText(2_000, "Token");

export const resetPasswordBody = z.object({ token: linkToken, newPassword: newPasswordText });
export const verifyEmailBody = z.object({ token: linkToken });

const identityUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullish(),
  createdAt: z.string(),
});

export const signedInAnswer = z.object({ user: identityUser });
/** The session's token is only in its httpOnly cookie, never in a response. */
export const sessionAnswer = z
  .object({ session: z.object({ expiresAt: z.string() }), user: identityUser })
  .nullable();
export const signedOutAnswer = z.object({ success: z.boolean() });
export const doneAnswer = z.object({ status: z.boolean() });
export const profileAnswer = z.object({ status: z.boolean() });
