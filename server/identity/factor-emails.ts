import type { Config } from "#server/platform/config/config.ts";
import { greetingOf, type Addressee } from "./greeting-of.ts";
import { writeEmail, type NewEmail } from "#server/email/public.ts";

const changes = {
  "codes on": {
    heading: "Signing in now asks for a code",
    what: "An authenticator app was added to your account. Signing in with your password asks for its code from now on. Keep the backup codes that you were shown where you find them without your phone.",
  },
  "codes off": {
    heading: "Signing in no longer asks for a code",
    what: "The authenticator app was taken off your account. Your password alone signs you in.",
  },
  "new backup codes": {
    heading: "You have new backup codes",
    what: "New backup codes were made for your account. The old ones no longer work.",
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

/** To the account's owner: how they sign in was changed, in case it was not they who did it. */
export function factorChangedEmail(
  config: Pick<Config, "BRAND_NAME">,
  {
    person,
    shopAddress,
    change,
  }: {
    person: Addressee;
    shopAddress: string;
    change: keyof typeof changes;
  },
): NewEmail {
  const { heading, what } = changes[change];
  return {
    kind: "factor_changed",
    to: person.email,
    subject: `${heading} (${config.BRAND_NAME})`,
    ...writeEmail(config, {
      heading,
      greeting: greetingOf(person),
      paragraphs: [what],
      link: { label: "Look at your account", url: `${shopAddress}/dashboard/account` },
      note: "If it was not you, set another password at once and sign out everywhere.",
    }),
  };
}
