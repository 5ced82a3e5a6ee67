import type { Config } from "#server/platform/config/config.ts";
import { shopAddress } from "#server/platform/config/shop-address.ts";
import { writeEmail } from "#server/email/public.ts";

/**
 * What an unconfirmed address is sent in place of an email about cars, bookings or decisions. Other people choose words
 * in those, and anyone can open an account with another person's address: this one has no words but ours.
 */
export function unconfirmedNotice(config: Pick<Config, "BRAND_NAME" | "PUBLIC_URL" | "PORT">): {
  subject: string;
  text: string;
  html: string;
} {
  return {
    subject: `There is news in your ${config.BRAND_NAME} account`,
    ...writeEmail(config, {
      heading: "There is news in your account",
      greeting: null,
      paragraphs: [
        "Sign in to see it. Your email address is not confirmed yet: once it is, our emails tell you the details. Your dashboard sends you the link.",
      ],
      link: { label: "Open my dashboard", url: `${shopAddress(config)}/dashboard` },
      note: "If you have no account with us, someone signed up with your address. You can ignore this email.",
    }),
  };
}
