import { writeEmail, type NewEmail } from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";

/** Tells a seller that their webhook was disabled because every delivery failed. */
export function disabledEmail(
  config: Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">,
  seller: { name: string; email: string },
  { url, error }: { url: string; error: string },
): NewEmail {
  return {
    kind: "webhook.disabled",
    to: seller.email,
    subject: `Your webhook on ${config.BRAND_NAME} was disabled`,
    ...writeEmail(config, {
      heading: "Your webhook was disabled",
      greeting: seller.name,
      paragraphs: [
        "Every delivery has failed for three days, so we send no more. Your bookings are not affected. When your system answers again, save the URL once more to enable the webhook, and resend what is missing.",
      ],
      facts: [
        ["URL", url],
        ["Last problem", error],
      ],
      link: { label: "Open Webhooks", url: `${shopAddress(config)}/dashboard/webhooks` },
    }),
  };
}
