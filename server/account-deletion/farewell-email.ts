import { farewell, writeEmail, type NewEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";

type Brand = Pick<Config, "BRAND_NAME" | "BRAND_PHONE">;

/** Confirms a deletion to the former owner, in case someone else deleted the account. Not stored after it is sent. */
export function farewellEmail(config: Brand, email: string): NewEmail {
  const shop = config.BRAND_NAME;
  return {
    kind: farewell,
    to: email,
    subject: `Your account on ${shop} was deleted`,
    ...writeEmail(config, {
      heading: "Your account was deleted",
      greeting: "customer",
      paragraphs: [
        `Your account on ${shop} was deleted, as you asked. Records that we have to keep, such as bookings and receipts, no longer contain your name.`,
      ],
      note: `If it was not you, call ${config.BRAND_PHONE}. This is the last email that we send you, and we keep no copy.`,
    }),
  };
}
