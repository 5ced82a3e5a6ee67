import { shopAddress, type Config } from "#server/platform/config/config.ts";
import { writeEmail } from "#server/email/public.ts";

/**
 * Sent to an unconfirmed address instead of emails about cars, bookings or decisions. Those contain texts by other users,
 * and anyone can sign up with a foreign address. This email contains only our own text.
 */
export function unconfirmedNotice(config: Pick<Config, "BRAND_NAME" | "PUBLIC_URL" | "PORT">): {
  subject: string;
  text: string;
  html: string;
} {
  return {
    subject: `You have an update in your ${config.BRAND_NAME} account`,
    ...writeEmail(config, {
      heading: "You have an update in your account",
      greeting: null,
      paragraphs: [
        "Sign in to see it. Your email address is not confirmed yet. Request the confirmation link on your dashboard to get the details by email.",
      ],
      link: { label: "Open my dashboard", url: `${shopAddress(config)}/dashboard` },
      note: "If you have no account with us, someone signed up with your address. You can ignore this email.",
    }),
  };
}
