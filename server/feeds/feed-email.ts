import { writeEmail, type NewEmail } from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";

/** Tells a seller that a feed's daily file changed nothing and why: it could not be fetched or read, or its plan waits. */
export function feedEmail(
  config: Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">,
  seller: { name: string; email: string },
  { id, name, problem }: { id: string; name: string; problem: string },
): NewEmail {
  return {
    kind: "feed.attention",
    to: seller.email,
    subject: `Your feed ${name} needs your attention`,
    ...writeEmail(config, {
      heading: "Your feed needs your attention",
      greeting: seller.name,
      paragraphs: ["Today's file has changed nothing. Your cars stay as they are until it does."],
      facts: [
        ["Feed", name],
        ["Why", problem],
      ],
      link: { label: "Open the feed", url: `${shopAddress(config)}/dashboard/feeds/${id}` },
    }),
  };
}
