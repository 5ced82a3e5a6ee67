import { isolate } from "#shared/text/isolate.ts";
import { writeEmail, type NewEmail } from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";
import type { Feed } from "./feed-store.ts";

/**
 * Tells a seller that a feed's daily file changed nothing, or left cars on sale, and why: it could not be fetched or
 * read, or its plan waits.
 */
export function feedEmail(
  config: Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">,
  seller: { name: string; email: string },
  { id, name }: Pick<Feed, "id" | "name">,
  { problem, isApplied = false }: { problem: string; isApplied?: boolean },
): NewEmail {
  return {
    kind: "feed.attention",
    to: seller.email,
    subject: `Your feed ${isolate(name)} needs your attention`,
    ...writeEmail(config, {
      heading: "Your feed needs your attention",
      greeting: seller.name,
      paragraphs: [
        isApplied
          ? "Cars that are missing in today's file stay for sale until a complete one comes. What else it changed is in the shop."
          : "Today's file has changed nothing. Your cars stay as they are until it does.",
      ],
      facts: [
        ["Feed", name],
        ["Why", problem],
      ],
      link: { label: "Open the feed", url: `${shopAddress(config)}/dashboard/feeds/${id}` },
    }),
  };
}
