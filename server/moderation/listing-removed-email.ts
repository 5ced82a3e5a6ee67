import { isolate } from "#shared/text/isolate.ts";
import { writeEmail } from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";

type Brand = Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">;

/** Tells a seller that an admin removed their listing, why, and how to respond. */
export function listingRemovedEmail(
  config: Brand,
  removal: { sellerName: string; item: string; reason: string | null },
): { subject: string; text: string; html: string } {
  const { sellerName, item, reason } = removal;
  return {
    subject: `Removed from ${config.BRAND_NAME}: ${isolate(item)}`,
    ...writeEmail(config, {
      heading: "Your car was removed",
      greeting: sellerName,
      paragraphs: [
        `An admin has removed ${isolate(item)} from the shop. It is no longer visible and cannot be booked.`,
        `If you think that this is a mistake, you may appeal once, under Appeals on your dashboard: another admin decides wherever the shop has one. Or call ${config.BRAND_PHONE} and name the car.`,
      ],
      facts: [
        ["Car", item],
        ["Reason", reason ?? "None was given."],
      ],
      link: { label: "Appeal", url: `${shopAddress(config)}/dashboard/appeals` },
    }),
  };
}
