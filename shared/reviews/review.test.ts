import { describe, expect, it } from "vitest";
import {
  dueReviewEmail,
  reviewStanding,
  summarizeStars,
  type ReviewedSale,
  type ReviewSide,
} from "./review.ts";

const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 86_400_000);
const sale = (
  written: Partial<Record<ReviewSide, number>>,
  paid: number | null = 0,
): ReviewedSale => ({
  paidAt: paid === null ? null : day(paid),
  writtenAt: {
    buyer: written.buyer === undefined ? null : day(written.buyer),
    seller: written.seller === undefined ? null : day(written.seller),
  },
});

describe("writing a review", () => {
  it.each([
    ["before anyone wrote, for 90 days", sale({}), 89.9, day(90)],
    ["not after 90 days", sale({}), 90, null],
    ["within 14 days of the other side", sale({ seller: 5 }), 18.9, day(19)],
    ["not 14 days after the other side, which is shown then", sale({ seller: 5 }), 19, null],
    ["also late, if the other side was late", sale({ seller: 88 }), 95, day(102)],
    ["once", sale({ buyer: 3 }), 4, null],
    ["not for a refunded sale", sale({}, null), 4, null],
  ])("is possible %s", (_, given, now, until) => {
    expect(reviewStanding(given, "buyer", day(now)).writeUntil).toEqual(until);
  });
});

describe("blindness", () => {
  it.each([
    ["hides everything while nothing is written", sale({}), 5, null, false],
    ["hides the first review for 14 days", sale({ buyer: 2 }), 15.999, day(16), false],
    ["shows it alone after 14 days", sale({ buyer: 2 }), 16, day(16), true],
    ["shows both from the second one on", sale({ buyer: 2, seller: 6 }), 6, day(6), true],
    ["shows both in either order", sale({ buyer: 6, seller: 2 }), 6, day(6), true],
  ])("%s", (_, given, now, visibleFrom, isVisible) => {
    for (const side of ["buyer", "seller"] as const)
      expect(reviewStanding(given, side, day(now))).toMatchObject({ visibleFrom, isVisible });
  });

  it("never lets a side write that can read the other's review", () => {
    for (let now = 0; now < 120; now += 0.25)
      for (const seller of [0, 1, 40, 89]) {
        const given = seller <= now ? sale({ seller }) : sale({});
        const { isVisible, writeUntil } = reviewStanding(given, "buyer", day(now));
        expect(isVisible && writeUntil !== null, `day ${now}, seller ${seller}`).toBe(false);
      }
  });
});

describe("emails", () => {
  const nothing = { askedAt: null, remindedAt: null };
  const asked = { askedAt: day(3), remindedAt: null };
  it.each([
    ["none before day 3", sale({}), nothing, 2.9, null],
    ["one that asks from day 3", sale({}), nothing, 3, "ask"],
    ["none about an old sale", sale({}), nothing, 30, null],
    ["none to a side that has written", sale({ buyer: 1 }), nothing, 3, null],
    ["none about a refunded sale", sale({}, null), nothing, 3, null],
    ["none in the week after", sale({}), asked, 9.9, null],
    ["a reminder after a week", sale({}), asked, 10, "remind"],
    ["a reminder when the other side has written", sale({ seller: 4 }), asked, 4, "remind"],
    ["no second reminder", sale({}), { askedAt: day(3), remindedAt: day(10) }, 40, null],
    ["none once it is too late to write", sale({ seller: 3 }), asked, 17, null],
  ])("%s", (_, given, sent, now, expected) => {
    expect(dueReviewEmail(given, "buyer", sent, day(now))).toBe(expected);
  });
});

it("shows no average of fewer than three", () => {
  expect(summarizeStars([0, 0, 0, 0, 2])).toEqual({ count: 2, average: null });
  expect(summarizeStars([1, 0, 0, 0, 2])).toEqual({ count: 3, average: 3.7 });
  expect(summarizeStars([0, 0, 0, 0, 0])).toEqual({ count: 0, average: null });
});
