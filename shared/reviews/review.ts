/** Who of a sale writes: the buyer about the seller, or the seller about the buyer. */
export const reviewSides = ["buyer", "seller"] as const;
export type ReviewSide = (typeof reviewSides)[number];

/** Days after the payment in which the first of a sale's two reviews can be written. */
const firstReviewDays = 90;
/** Days after the first review in which the other side can write its own. Then the first is shown alone. */
export const secondReviewDays = 14;
/** Reviews from which on an average is shown. */
export const fewestForAverage = 3;
/** Days after the payment when both sides are asked for a review. */
export const daysUntilAsked = 3;
/** Days after that when a side that has not written is reminded. */
const daysUntilReminded = 7;
/** Sales older than this many days are not asked about, so that a new release does not write to buyers of last year. */
export const askedWithinDays = 30;

/** What decides about the reviews of a sale. */
export type ReviewedSale = {
  /** When it was paid; null unless it is paid and not refunded. */
  paidAt: Date | null;
  writtenAt: Record<ReviewSide, Date | null>;
};

export type ReviewStanding = {
  /** Until when this side can write its review; null if it cannot. */
  writeUntil: Date | null;
  /** From when on both sides can read what was written; null while nothing is written. */
  visibleFrom: Date | null;
  isVisible: boolean;
};

const dayMs = 86_400_000;
const after = (at: Date, days: number) => new Date(at.getTime() + days * dayMs);

/**
 * What a side of a sale can do about its review now. Neither side sees the other's before it has written its own or can no
 * longer do so: until both are written, or `secondReviewDays` after the first one.
 */
export function reviewStanding(sale: ReviewedSale, side: ReviewSide, now: Date): ReviewStanding {
  const { paidAt, writtenAt } = sale;
  const own = writtenAt[side];
  const other = writtenAt[otherSide(side)];
  const visibleFrom = visibleFromOf(writtenAt);
  const last =
    paidAt === null
      ? null
      : other
        ? after(other, secondReviewDays)
        : after(paidAt, firstReviewDays);
  return {
    writeUntil: own === null && last !== null && now < last ? last : null,
    visibleFrom,
    isVisible: visibleFrom !== null && visibleFrom <= now,
  };
}

export function otherSide(side: ReviewSide): ReviewSide {
  return side === "buyer" ? "seller" : "buyer";
}

function visibleFromOf({ buyer, seller }: ReviewedSale["writtenAt"]): Date | null {
  const [first, second] = [buyer, seller]
    .filter((at) => at !== null)
    .toSorted((a, b) => a.getTime() - b.getTime());
  if (!first) return null;
  const alone = after(first, secondReviewDays);
  return second && second < alone ? second : alone;
}

/** Which email a side is due about its review: one that asks and at most one that reminds. */
export function dueReviewEmail(
  sale: ReviewedSale,
  side: ReviewSide,
  sent: { askedAt: Date | null; remindedAt: Date | null },
  now: Date,
): "ask" | "remind" | null {
  const { paidAt, writtenAt } = sale;
  if (paidAt === null || reviewStanding(sale, side, now).writeUntil === null) return null;
  if (sent.askedAt === null) {
    const isAsked = now >= after(paidAt, daysUntilAsked) && now < after(paidAt, askedWithinDays);
    return isAsked ? "ask" : null;
  }
  if (sent.remindedAt !== null) return null;
  // The other side has written since: there are `secondReviewDays` left.
  const other = writtenAt[otherSide(side)];
  const isUrgent = other !== null && other > sent.askedAt;
  return isUrgent || now >= after(sent.askedAt, daysUntilReminded) ? "remind" : null;
}

export type StarCounts = [one: number, two: number, three: number, four: number, five: number];

/** Count and average of a seller's stars. There is no average of fewer than three. */
export function summarizeStars(counts: StarCounts): { count: number; average: number | null } {
  const count = counts.reduce((sum, one) => sum + one, 0);
  const stars = counts.reduce((sum, one, at) => sum + one * (at + 1), 0);
  return {
    count,
    average: count < fewestForAverage ? null : Math.round((stars / count) * 10) / 10,
  };
}
