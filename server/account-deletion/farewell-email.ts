import { farewell, writeEmail, type NewEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";

type Brand = Pick<Config, "BRAND_NAME" | "BRAND_PHONE">;

/** To somebody who deleted their account, in case it was not they who did it. Nothing of it is kept once it is sent. */
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
        `Your account on ${shop} was deleted, as you asked for. What has to stay, such as bookings and receipts, no longer says that it was yours.`,
      ],
      note: `If it was not you, call ${config.BRAND_PHONE}. This is the last mail that we send you, and we keep no copy.`,
    }),
  };
}
