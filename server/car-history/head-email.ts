import { writeEmail, type NewEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Head } from "./car-history-store.ts";

/** An end of the chain and when it was read, as `npm run verify-history -- --head` takes it. */
function headLine({ position, hash }: Head, at: Date): string {
  return `${position}:${hash.toString("hex")} ${at.toISOString()}`;
}

/** To the operator's address: the end of the chain, so that it lies outside the database. */
export function headEmail(
  config: Pick<Config, "BRAND_NAME">,
  { to, head, at }: { to: string; head: Head; at: Date },
): NewEmail {
  const line = headLine(head, at);
  return {
    kind: "history.head",
    to,
    subject: `End of the car history of ${config.BRAND_NAME}: ${line.slice(0, line.indexOf(":") + 9)}…`,
    ...writeEmail(config, {
      heading: "End of the car history",
      greeting: null,
      paragraphs: [
        line,
        "Keep this email. The line has the number of sealed events, the hash of the last one, and the moment.",
        `To check later that the history still contains it, run: npm run verify-history -- --head "${line}"`,
      ],
    }),
  };
}
