import { isolate } from "#shared/text/isolate.ts";
import type { Config } from "#server/platform/config/config.ts";
import { writeEmail } from "#server/email/public.ts";
import type { ReportOutcome } from "./report-table.ts";

/** The decision, or that the car had already left the shop. */
type Outcome = ReportOutcome | "gone";

/** Tells a reporter the outcome. */
export function reporterEmail(
  config: Pick<Config, "BRAND_NAME">,
  report: { name: string; item: string; outcome: Outcome },
): { subject: string; text: string; html: string } {
  const { name, item, outcome } = report;
  const text = texts[outcome];
  return {
    subject: `Your report on ${config.BRAND_NAME}: ${isolate(item)}`,
    ...writeEmail(config, {
      heading: text.heading,
      greeting: name,
      paragraphs: [`Thank you for your report of ${isolate(item)}.`, text.decision],
      facts: [
        ["Car", item],
        ["Decision", text.short],
      ],
      note: "The seller is not told who reported the car.",
    }),
  };
}

/** Tells a reporter that their dismissed report is open again. */
export function reportsReopenedEmail(
  config: Pick<Config, "BRAND_NAME">,
  { name, item }: { name: string; item: string },
): { subject: string; text: string; html: string } {
  return {
    subject: `Your report on ${config.BRAND_NAME} is looked at again: ${isolate(item)}`,
    ...writeEmail(config, {
      heading: "Your report is looked at again",
      greeting: name,
      paragraphs: [
        `We wrote that the car you reported, ${isolate(item)}, stays. An admin has taken that back and looks at your report again. You will hear what comes of it.`,
      ],
    }),
  };
}

const texts = {
  removed: {
    heading: "The car you reported was removed",
    decision: "An admin has looked at it and removed the car from the shop.",
    short: "Removed",
  },
  suspended: {
    heading: "The seller of the car you reported was suspended",
    decision: "An admin has looked at it and suspended the seller. Their cars are off sale.",
    short: "Seller suspended",
  },
  dismissed: {
    heading: "The car you reported stays",
    decision: "An admin has looked at it and found nothing against our rules. The car stays.",
    short: "Dismissed",
  },
  gone: {
    heading: "The car you reported has left the shop",
    decision: "It is not for sale here any more, so there was nothing left to decide.",
    short: "No longer in the shop",
  },
} as const satisfies Record<Outcome, object>;
