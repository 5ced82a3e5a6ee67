import { verificationCheckWords, type VerificationCheck } from "#shared/accounts/verification.ts";
import { writeEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { shopAddress } from "#server/platform/config/shop-address.ts";

type Brand = Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">;
type Email = { subject: string; text: string; html: string };

const myProducts = (config: Brand) => ({
  label: "Open My Products",
  url: `${shopAddress(config)}/dashboard/myproduct`,
});

/** To a seller: they have the badge, and for what. */
export function verificationEmail(
  config: Brand,
  { name, checked }: { name: string; checked: readonly VerificationCheck[] },
): Email {
  const words = checked.map((check) => verificationCheckWords[check]).join(", ");
  return {
    subject: `You are a verified seller on ${config.BRAND_NAME}`,
    ...writeEmail(config, {
      heading: "You are verified",
      greeting: name,
      paragraphs: ["An admin has checked and verified you. Every car of yours shows the badge."],
      facts: words ? [["Checked", words]] : [],
      link: myProducts(config),
    }),
  };
}

/** To a seller: they have the badge no more, and why. */
export function revocationEmail(
  config: Brand,
  { name, reason }: { name: string; reason: string | null },
): Email {
  return {
    subject: `Your verification on ${config.BRAND_NAME} was revoked`,
    ...writeEmail(config, {
      heading: "You are no longer verified",
      greeting: name,
      paragraphs: [
        "An admin has revoked your verification. Your cars stay in the shop, without the badge.",
        `If you think that this is a mistake, call ${config.BRAND_PHONE}.`,
      ],
      facts: reason ? [["Reason", reason]] : [],
      link: myProducts(config),
    }),
  };
}
