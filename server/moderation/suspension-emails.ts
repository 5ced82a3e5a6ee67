import { writeEmail } from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";

type Brand = Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">;
type Email = { subject: string; text: string; html: string };

/** Tells a seller that they are suspended, why, and how to appeal. */
export function suspensionEmail(
  config: Brand,
  { name, reason }: { name: string; reason: string },
): Email {
  return {
    subject: `You are suspended as a seller on ${config.BRAND_NAME}`,
    ...writeEmail(config, {
      heading: "You are suspended as a seller",
      greeting: name,
      paragraphs: [
        "An admin has suspended you. Your cars are in no list and cannot be booked, and reservations that were not paid have ended. What is paid stays sold. You can sign in, but not add, edit or advertise cars.",
        `If you think that this is a mistake, you may appeal once, under Appeals on your dashboard: another admin decides wherever the shop has one. Or call ${config.BRAND_PHONE}.`,
      ],
      facts: [["Reason", reason]],
      link: { label: "Appeal", url: `${shopAddress(config)}/dashboard/appeals` },
    }),
  };
}

/** Tells a seller that their suspension is lifted. */
export function suspensionLiftedEmail(config: Brand, name: string, offSale: number): Email {
  return {
    subject: `Your suspension on ${config.BRAND_NAME} is lifted`,
    ...writeEmail(config, {
      heading: "You are a seller again",
      greeting: name,
      paragraphs: [
        "An admin has lifted your suspension. Your cars are in the shop again, but for those that were removed, withdrawn or sold. Reservations that ended meanwhile stay ended.",
        ...(offSale > 0
          ? [
              `Off sale because another seller has a car with the same VIN for sale: ${offSale}. You can relist ${offSale === 1 ? "it" : "them"} in My Products when that has ended, or report the other listing.`,
            ]
          : []),
      ],
      link: { label: "Open My Products", url: `${shopAddress(config)}/dashboard/myproduct` },
    }),
  };
}
