import { writeLetter } from "#server/mail/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { shopAddress } from "#server/platform/config/shop-address.ts";

type Brand = Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">;

/** To a seller: they have the badge now, or have it no more. */
export function verificationLetter(
  config: Brand,
  seller: { name: string; isVerified: boolean },
): { subject: string; text: string; html: string } {
  const shop = config.BRAND_NAME;
  const link = { label: "Open My Products", url: `${shopAddress(config)}/dashboard/myproduct` };
  if (seller.isVerified)
    return {
      subject: `You are a verified seller on ${shop}`,
      ...writeLetter(config, {
        heading: "You are verified",
        greeting: seller.name,
        paragraphs: ["An admin has checked and verified you. Every car of yours shows the badge."],
        link,
      }),
    };
  return {
    subject: `Your verification on ${shop} was revoked`,
    ...writeLetter(config, {
      heading: "You are no longer verified",
      greeting: seller.name,
      paragraphs: [
        "An admin has revoked your verification. Your cars stay in the shop, without the badge.",
        `If you think that this is a mistake, call ${config.BRAND_PHONE}.`,
      ],
      link,
    }),
  };
}
