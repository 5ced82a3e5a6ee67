import { describe, expect, it } from "vitest";
import { findTestCard, testCards } from "./test-cards.ts";

describe("test cards", () => {
  it("have valid check digits, except the card that tests an incorrect number", () => {
    const wrong = testCards.filter((card) => !passesCheckDigit(card.number));
    expect(wrong.map((card) => card.payment)).toEqual(["incorrect_number"]);
  });

  it("have unique numbers and tokens", () => {
    const names = testCards.flatMap((card) => [card.number, ...card.tokens]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("are found with spaces and dashes", () => {
    expect(findTestCard("4242 4242 4242 4242")?.name).toBe("Visa");
    expect(findTestCard("4000-0000-0000-0002")?.payment).toBe("generic_decline");
    expect(findTestCard("4111111111111111")).toBeUndefined();
  });
});

/** Luhn check digit, ISO/IEC 7812-1. */
function passesCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
