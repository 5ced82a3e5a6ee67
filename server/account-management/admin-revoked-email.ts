import type { SignUpRole } from "#shared/accounts/account.ts";
import { writeEmail } from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";

type Brand = Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">;

/** Tells a former admin which role they have now. */
export function adminRevokedEmail(
  config: Brand,
  { name, role }: { name: string; role: SignUpRole },
): { subject: string; text: string; html: string } {
  const shop = config.BRAND_NAME;
  return {
    subject: `You are no longer an admin of ${shop}`,
    ...writeEmail(config, {
      heading: "You are no longer an admin",
      greeting: name,
      paragraphs: [
        `Your admin role on ${shop} was revoked. You are a ${role.toLowerCase()} again and can sign in as before.`,
        `If you think this is a mistake, call ${config.BRAND_PHONE}.`,
      ],
      link: { label: "Open your dashboard", url: `${shopAddress(config)}/dashboard` },
    }),
  };
}
