import type { Config } from "#server/platform/config/config.ts";
import { writeEmail, type NewEmail } from "#server/email/public.ts";
import type { LeftFactors } from "./claim-address.ts";
import { greetingOf, type Addressee } from "./greeting-of.ts";

type Brand = Pick<Config, "BRAND_NAME">;

// Links carry their token behind a #: browsers keep that part to themselves, so it is in no log and no Referer.

/** To whoever asked for a new password: the link that sets one. */
export function passwordResetEmail(
  config: Brand,
  { person, shopAddress, token }: { person: Addressee; shopAddress: string; token: string },
): NewEmail {
  return {
    kind: "password_reset",
    to: person.email,
    subject: `Set a new password for ${config.BRAND_NAME}`,
    ...writeEmail(config, {
      heading: "Set a new password",
      greeting: greetingOf(person),
      paragraphs: [
        "Somebody, we hope you, asked for a new password for your account. This link sets one. It works once, for 30 minutes.",
      ],
      link: { label: "Set a new password", url: `${shopAddress}/reset-password#${token}` },
      note: "If you did not ask for it, do nothing: your password stays as it is.",
    }),
  };
}

/** What an owner ought to know of what else opens their account. */
function wordsOfFactors({ factorsRemoved, passkeys }: LeftFactors): string[] {
  if (factorsRemoved)
    return [
      "Your address had not been confirmed before, so we removed the passkeys and codes of your account: they could have been somebody else's. Please set them up again.",
    ];
  if (passkeys === 0) return [];
  const has = passkeys === 1 ? "A passkey opens" : `${passkeys} passkeys open`;
  return [`${has} your account too. Remove what is not yours on your account page.`];
}

/** To the account's owner: their password was changed, in case it was not they who did it. */
export function newPasswordEmail(
  config: Brand,
  { person, shopAddress, ...left }: { person: Addressee; shopAddress: string } & LeftFactors,
): NewEmail {
  return {
    kind: "password_changed",
    to: person.email,
    subject: `Your password for ${config.BRAND_NAME} was changed`,
    ...writeEmail(config, {
      heading: "Your password was changed",
      greeting: greetingOf(person),
      paragraphs: [
        "A new password was set by the link that we sent you, and your account was signed out everywhere.",
        ...wordsOfFactors(left),
      ],
      link: { label: "Login", url: `${shopAddress}/login` },
      note: "If it was not you, set another password at once, and look after your mailbox: somebody else reads it.",
    }),
  };
}

/** To the account's owner: the password was changed by somebody who was signed in and knew the old one. */
export function changedPasswordEmail(
  config: Brand,
  { person, shopAddress }: { person: Addressee; shopAddress: string },
): NewEmail {
  return {
    kind: "password_changed",
    to: person.email,
    subject: `Your password for ${config.BRAND_NAME} was changed`,
    ...writeEmail(config, {
      heading: "Your password was changed",
      greeting: greetingOf(person),
      paragraphs: [
        "A new password was set on your account page, and your account was signed out on every other device.",
      ],
      link: { label: "Set another password", url: `${shopAddress}/forgot-password` },
      note: "If it was not you, somebody else knows your old password: set another one at once.",
    }),
  };
}

/** To whoever signed up: the link that confirms that the address is theirs. */
export function confirmationEmail(
  config: Brand,
  { person, shopAddress, token }: { person: Addressee; shopAddress: string; token: string },
): NewEmail {
  return {
    kind: "email_confirmation",
    to: person.email,
    subject: `Confirm your email address for ${config.BRAND_NAME}`,
    ...writeEmail(config, {
      heading: "Confirm your email address",
      greeting: greetingOf(person),
      paragraphs: ["This link confirms that the address is yours. It works for 24 hours."],
      link: { label: "Confirm my address", url: `${shopAddress}/verify-email#${token}` },
      note: "If you have no account with us, somebody mistyped their address: do nothing, and it is not confirmed.",
    }),
  };
}

/** To the account's owner: it opens by Google now, in case it was not they who did it. */
export function googleConnectedEmail(
  config: Brand,
  { person, shopAddress, ...left }: { person: Addressee; shopAddress: string } & LeftFactors,
): NewEmail {
  return {
    kind: "google_connected",
    to: person.email,
    subject: `Your account with ${config.BRAND_NAME} is connected with Google`,
    ...writeEmail(config, {
      heading: "Connected with Google",
      greeting: greetingOf(person),
      paragraphs: [
        `You can now sign in with the Google account ${person.email}. Your password works as before.`,
        ...wordsOfFactors(left),
      ],
      link: { label: "Login", url: `${shopAddress}/login` },
      note: "If it was not you, set another password at once, and look after your Google account: somebody else uses it.",
    }),
  };
}

/** To the owner of an account: somebody asked for another with their address. */
export function emailTakenEmail(
  config: Brand,
  { person, shopAddress }: { person: Addressee; shopAddress: string },
): NewEmail {
  return {
    kind: "email_taken",
    to: person.email,
    subject: `You have an account with ${config.BRAND_NAME}`,
    ...writeEmail(config, {
      heading: "You have an account already",
      greeting: greetingOf(person),
      paragraphs: [
        "Somebody, perhaps you, tried to sign up with this address. It has an account, so nothing was changed. If you have forgotten the password, you can set a new one.",
      ],
      link: { label: "Set a new password", url: `${shopAddress}/forgot-password` },
      note: "If it was not you, you need not do anything.",
    }),
  };
}
