import { resetLinkRule } from "#shared/identity/reset-link.ts";
import type { Config } from "#server/platform/config/config.ts";
import { writeEmail, type EmailContent, type NewEmail } from "#server/email/public.ts";
import type { RemainingFactors } from "./confirm-ownership.ts";

type Brand = Pick<Config, "BRAND_NAME">;

/** The user an email goes to. */
export type Addressee = { name: string; email: string; isConfirmed: boolean };

/** What every email needs to know. */
type To = { user: Addressee; shopAddress: string };

/**
 * The name that an email greets its reader with; null until the address is confirmed. Anyone can sign up with another
 * person's address and any text as the name.
 */
function greetingOf({ name, isConfirmed }: Addressee): string | null {
  return isConfirmed ? name : null;
}

/** An email about signing in, to the owner of the account. */
function securityEmail(
  config: Brand,
  user: Addressee,
  {
    kind,
    subject,
    ...content
  }: Pick<NewEmail, "kind" | "subject"> & Omit<EmailContent, "greeting">,
): NewEmail {
  const body = writeEmail(config, { ...content, greeting: greetingOf(user) });
  return { kind, subject, to: user.email, ...body };
}

// Links carry their token behind a #. Browsers do not send that part, so it is in no log and no Referer.

/** To the user who asked for a new password: the link that sets one. */
export function passwordResetEmail(
  config: Brand,
  { user, shopAddress, token }: To & { token: string },
): NewEmail {
  return securityEmail(config, user, {
    kind: "password_reset",
    subject: `Set a new password for ${config.BRAND_NAME}`,
    heading: "Set a new password",
    paragraphs: [`We received a request to set a new password for your account. ${resetLinkRule}`],
    link: { label: "Set a new password", url: `${shopAddress}/reset-password#${token}` },
    note: "If you did not ask for this, ignore this email. Your password stays as it is.",
  });
}

/** What the owner should know about the other ways to sign in to their account. */
function factorParagraphs({ factorsRemoved, passkeys }: RemainingFactors): string[] {
  if (factorsRemoved)
    return [
      "Your address had not been confirmed before, so we removed the passkeys and codes of your account: someone else could have added them. Please set them up again.",
    ];
  if (passkeys === 0) return [];
  const has = passkeys === 1 ? "A passkey opens" : `${passkeys} passkeys open`;
  return [`${has} your account too. On your account page, remove any passkey that is not yours.`];
}

/** What the owner has to do for the systems whose keys ended. */
function endedKeysParagraphs(endedKeys: number): string[] {
  if (endedKeys === 0) return [];
  const ended = endedKeys === 1 ? "Your API key was" : `Your ${endedKeys} API keys were`;
  return [`${ended} revoked. Create new ones for the systems that you still use.`];
}

/** To the owner, after a password reset. Warns them in case someone else did it. */
export function passwordResetDoneEmail(
  config: Brand,
  { user, shopAddress, endedKeys, ...remaining }: To & RemainingFactors & { endedKeys: number },
): NewEmail {
  return securityEmail(config, user, {
    kind: "password_changed",
    subject: `Your password for ${config.BRAND_NAME} was changed`,
    heading: "Your password was changed",
    paragraphs: [
      "A new password was set with the link that we sent you, and your account was signed out everywhere.",
      ...endedKeysParagraphs(endedKeys),
      ...factorParagraphs(remaining),
    ],
    link: { label: "Login", url: `${shopAddress}/login` },
    note: "If this was not you, set another password now and secure your mailbox: someone else can read it.",
  });
}

/** To the owner, after a signed-in user entered the old password and a new one. */
export function passwordChangedEmail(
  config: Brand,
  { user, shopAddress, endedKeys }: To & { endedKeys: number },
): NewEmail {
  return securityEmail(config, user, {
    kind: "password_changed",
    subject: `Your password for ${config.BRAND_NAME} was changed`,
    heading: "Your password was changed",
    paragraphs: [
      "A new password was set on your account page, and your account was signed out on every other device.",
      ...endedKeysParagraphs(endedKeys),
    ],
    link: { label: "Set another password", url: `${shopAddress}/forgot-password` },
    note: "If this was not you, someone else knows your old password. Set another one now.",
  });
}

/** To the user who signed up: the link that confirms their address. */
export function confirmationEmail(
  config: Brand,
  { user, shopAddress, token }: To & { token: string },
): NewEmail {
  return securityEmail(config, user, {
    kind: "email_confirmation",
    subject: `Confirm your email address for ${config.BRAND_NAME}`,
    heading: "Confirm your email address",
    paragraphs: ["This link confirms that the address is yours. It works for 24 hours."],
    link: { label: "Confirm my email", url: `${shopAddress}/verify-email#${token}` },
    note: "If you have no account with us, someone mistyped their address. Ignore this email, and the address stays unconfirmed.",
  });
}

/** To the owner, after their account was connected with Google. */
export function googleConnectedEmail(
  config: Brand,
  { user, shopAddress, ...remaining }: To & RemainingFactors,
): NewEmail {
  return securityEmail(config, user, {
    kind: "google_connected",
    subject: `Your account with ${config.BRAND_NAME} is connected with Google`,
    heading: "Connected with Google",
    paragraphs: [
      `You can now sign in with the Google account ${user.email}. Your password works as before.`,
      ...factorParagraphs(remaining),
    ],
    link: { label: "Login", url: `${shopAddress}/login` },
    note: "If this was not you, set another password now and secure your Google account: someone else uses it.",
  });
}

/** To the owner of an account, after someone tried to sign up with its address. */
export function takenEmailWarning(config: Brand, { user, shopAddress }: To): NewEmail {
  return securityEmail(config, user, {
    kind: "email_taken",
    subject: `You have an account with ${config.BRAND_NAME}`,
    heading: "You already have an account",
    paragraphs: [
      "Someone, perhaps you, tried to sign up with this address. It already has an account, so nothing was changed. If you forgot your password, you can set a new one.",
    ],
    link: { label: "Set a new password", url: `${shopAddress}/forgot-password` },
    note: "If this was not you, you do not need to do anything.",
  });
}

const signInChanges = {
  "codes on": {
    heading: "Signing in now asks for a code",
    what: "An authenticator app was added to your account. From now on, signing in with your password asks for a code from the app. Keep your backup codes where you can find them without your phone.",
  },
  "codes off": {
    heading: "Signing in no longer asks for a code",
    what: "The authenticator app was removed from your account. Your password alone signs you in.",
  },
  "new backup codes": {
    heading: "You have new backup codes",
    what: "New backup codes were created for your account. The old ones no longer work.",
  },
  "passkey added": {
    heading: "A passkey was added to your account",
    what: "It signs you in without your password.",
  },
  "passkey removed": {
    heading: "A passkey was removed from your account",
    what: "It no longer signs you in.",
  },
} as const;
export type SignInChange = keyof typeof signInChanges;

/** To the owner, after their two-factor authentication or passkeys changed. */
export function signInChangedEmail(
  config: Brand,
  { user, shopAddress, change }: To & { change: SignInChange },
): NewEmail {
  const { heading, what } = signInChanges[change];
  return securityEmail(config, user, {
    kind: "factor_changed",
    subject: `${heading} (${config.BRAND_NAME})`,
    heading,
    paragraphs: [what],
    link: { label: "Go to your account", url: `${shopAddress}/dashboard/account` },
    note: "If this was not you, set another password now and sign out everywhere.",
  });
}
