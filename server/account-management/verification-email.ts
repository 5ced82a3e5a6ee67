import { verificationCheckWords, type VerificationCheck } from "#shared/accounts/verification.ts";
import { writeEmail } from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";

type Brand = Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">;
type Email = { subject: string; text: string; html: string };

const myProducts = (config: Brand) => ({
  label: "Open My Products",
  url: `${shopAddress(config)}/dashboard/myproduct`,
});

/** Tells a seller that they are verified, and what was checked. */
export function verificationEmail(
  config: Brand,
  { name, checked }: { name: string; checked: readonly VerificationCheck[] },
): Email {
  const checks = checked.map((check) => verificationCheckWords[check]).join(", ");
  return {
    subject: `You are a verified seller on ${config.BRAND_NAME}`,
    ...writeEmail(config, {
      heading: "You are verified",
      greeting: name,
      paragraphs: ["An admin has checked and verified you. All your cars now show the badge."],
      facts: checks ? [["Checked", checks]] : [],
      link: myProducts(config),
    }),
  };
}

/** Tells a seller that the last day of their verification is over. */
export function endOfVerificationEmail(config: Brand, { name }: { name: string }): Email {
  return {
    subject: `Your verification on ${config.BRAND_NAME} has ended`,
    ...writeEmail(config, {
      heading: "Your verification has ended",
      greeting: name,
      paragraphs: [
        "Its last day is over. Your cars stay in the shop, without the badge.",
        `To be verified again, call ${config.BRAND_PHONE}.`,
      ],
      facts: [],
      link: myProducts(config),
    }),
  };
}

/** Tells a seller that their verification was revoked, and why. */
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
