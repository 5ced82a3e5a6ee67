import { dateFormat } from "#shared/dates/date-format.ts";
import { secondReviewDays, type ReviewSide } from "#shared/reviews/review.ts";
import { isolate } from "#shared/text/isolate.ts";
import { emailPicture, writeEmail } from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";
import type { ReviewOutcome } from "./review-table.ts";

type Brand = Pick<Config, "BRAND_NAME" | "BRAND_PHONE" | "PUBLIC_URL" | "PORT">;
type Written = { subject: string; text: string; html: string };

const day = dateFormat({ dateStyle: "long", timeZone: "UTC" });

type Request = {
  kind: "ask" | "remind";
  side: ReviewSide;
  name: string;
  item: string;
  image: string;
  bookingId: string;
  writeUntil: Date;
  hasOtherWritten: boolean;
};

/** Asks a side of a sale for its review, or reminds it. */
export function reviewRequestEmail(config: Brand, request: Request): Written {
  const { kind, side, name, item, image, bookingId, writeUntil, hasOtherWritten } = request;
  const other = side === "buyer" ? "the seller" : "the buyer";
  const Other = side === "buyer" ? "The seller" : "The buyer";
  const asks =
    side === "buyer"
      ? `How was it to buy ${isolate(item)}?`
      : `How was it to sell ${isolate(item)}?`;
  return {
    subject:
      kind === "ask"
        ? `Review ${other} on ${config.BRAND_NAME}: ${isolate(item)}`
        : `Reminder: review ${other} on ${config.BRAND_NAME}: ${isolate(item)}`,
    ...writeEmail(config, {
      heading: `Review ${other}`,
      greeting: name,
      picture: emailPicture(config, { image, name: item }),
      paragraphs: [
        `${asks} Give one to five stars and write a few words.`,
        hasOtherWritten
          ? `${Other} has written a review. You can read it once you have written yours, or after ${day(writeUntil)}.`
          : `Neither of you can read the other's review until both are written, or ${secondReviewDays} days after the first one.`,
      ],
      facts: [
        ["Car", item],
        ["Possible until", day(writeUntil)],
      ],
      link: {
        label: "Write a review",
        url: `${shopAddress(config)}/dashboard/reviews?booking=${bookingId}`,
      },
      note:
        kind === "ask"
          ? "If you do not write one, we remind you once."
          : "This is the only reminder that we send about this sale.",
    }),
  };
}

/** Tells an author that an admin removed their review, and why. */
export function reviewRemovedEmail(
  config: Brand,
  { name, item, reason }: { name: string; item: string; reason: string },
): Written {
  return {
    subject: `Your review on ${config.BRAND_NAME} was removed: ${isolate(item)}`,
    ...writeEmail(config, {
      heading: "Your review was removed",
      greeting: name,
      paragraphs: [
        `An admin has removed your review of the sale of ${isolate(item)}. No one else can read it anymore.`,
        `If you think that this is a mistake, call ${config.BRAND_PHONE} and name the car.`,
      ],
      facts: [
        ["Car", item],
        ["Reason", reason],
      ],
    }),
  };
}

/** Tells a reporter the outcome. */
export function reviewReportEmail(
  config: Brand,
  { name, item, outcome }: { name: string; item: string; outcome: ReviewOutcome },
): Written {
  const isRemoved = outcome === "removed";
  return {
    subject: `Your report of a review on ${config.BRAND_NAME}: ${isolate(item)}`,
    ...writeEmail(config, {
      heading: isRemoved ? "The review you reported was removed" : "The review you reported stays",
      greeting: name,
      paragraphs: [
        isRemoved
          ? `An admin has looked at the review of the sale of ${isolate(item)} and removed it.`
          : `An admin has looked at the review of the sale of ${isolate(item)} and found nothing against our rules.`,
      ],
    }),
  };
}
