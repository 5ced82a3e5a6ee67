import { z } from "zod";
import { requiredText } from "#shared/text/text.ts";
import { newPasswordText, passwordText, signedInAnswer } from "./identity-contract.ts";

// How users sign in and where they are signed in: calls of the account page and of two-factor sign-in.

export const changePasswordBody = z.object({
  currentPassword: passwordText,
  newPassword: newPasswordText,
});
export const checkPasswordBody = z.object({ password: passwordText });

/** Users without a password leave it out and reauthenticate first. */
export const factorBody = z.object({ password: passwordText.optional() });

/** Signed in, or a code is required first. */
export const passwordAcceptedAnswer = z.union([
  signedInAnswer,
  z.object({ twoFactorRedirect: z.literal(true) }),
]);

export const appCodeBody = z.object({
  code: requiredText(20, "Code")
    .transform((code) => code.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "The code has six digits.")),
});
export const backupCodeBody = z.object({
  code: requiredText(40, "Backup code").transform((code) => {
    const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
    return `${plain.slice(0, 5)}-${plain.slice(5)}`;
  }),
});

export const twoFactorAnswer = z.object({
  totpURI: z.string().describe("What an authenticator app reads from the QR code"),
  backupCodes: z.array(z.string()),
});
export type TwoFactorSetUp = z.infer<typeof twoFactorAnswer>;
export const backupCodesAnswer = z.object({ backupCodes: z.array(z.string()) });

export const factorsAnswer = z.object({
  hasPassword: z.boolean(),
  hasTwoFactor: z.boolean(),
  apiKeys: z
    .int()
    .describe(
      "Working API keys, which end when the password changes or with a sign-out everywhere",
    ),
  isReauthenticated: z
    .boolean()
    .describe("Whether this session may change them without asking again"),
});
export type Factors = z.infer<typeof factorsAnswer>;

export const sessionRecord = z.object({
  id: z.string(),
  device: z.string().describe("Browser and system, according to the browser"),
  address: z.string().nullable(),
  begunAt: z.string(),
  lastSeenAt: z.string().describe("To within five minutes"),
  isThisDevice: z.boolean(),
});
export type SessionRecord = z.infer<typeof sessionRecord>;
export const sessionIdBody = z.object({ id: requiredText(100, "Session") });

/** The response of the browser's authenticator. The service validates it. */
const credential = z.looseObject({ id: z.string().max(2_000), type: z.literal("public-key") });
const passkeyName = requiredText(60, "Name");
export const registerPasskeyBody = z.object({ response: credential, name: passkeyName });
export const signInByPasskeyBody = z.object({ response: credential });
export const passkeyIdBody = z.object({ id: requiredText(100, "Passkey") });
export const renamePasskeyBody = z.object({ id: requiredText(100, "Passkey"), name: passkeyName });

export const passkeyRecord = z.object({
  id: z.string(),
  name: z.string().nullable(),
  createdAt: z.string(),
  backedUp: z.boolean().describe("Whether it is synced to the user's other devices"),
});
export type PasskeyRecord = z.infer<typeof passkeyRecord>;
/** The options of https://www.w3.org/TR/webauthn-3/, passed to the browser unchanged. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
