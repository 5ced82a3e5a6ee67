import { findTestCard } from "#shared/payments/test-cards.ts";
import { digitsOf } from "./card-format.ts";
import type { Card } from "./simulator-calls.ts";

export type CardFields = { number: string; expiry: string; cvc: string };
export type CardFieldErrors = Partial<Record<keyof CardFields, string>>;

/** Validates a card typed into the simulator's form; messages by field. `now` decides what has expired. */
export function checkCard(fields: CardFields, now: Date): CardFieldErrors {
  const errors = {
    number: checkNumber(digitsOf(fields.number)),
    expiry: checkExpiry(digitsOf(fields.expiry), now),
    cvc: checkCvc(digitsOf(fields.cvc), digitsOf(fields.number)),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));
}

/** Converts validated fields to the provider's format. */
export function readCard(fields: CardFields): Card {
  const expiry = digitsOf(fields.expiry);
  return {
    number: digitsOf(fields.number),
    month: expiry.slice(0, 2),
    year: `20${expiry.slice(2)}`,
    cvc: digitsOf(fields.cvc),
  };
}

function checkNumber(number: string): string | undefined {
  if (number === "") return "Please enter the card number.";
  if (number.length < 12) return "This card number is incomplete.";
  if (!passesLuhn(number)) return "This card number is not valid. Please check the digits.";
  // A real card number must not leave the browser, so it is rejected here and not by the simulator.
  if (!findTestCard(number))
    return "This is not a test card. Nothing was sent. Please don't use a real card here.";
}

function checkExpiry(digits: string, now: Date): string | undefined {
  if (digits === "") return "Please enter the expiration date.";
  if (digits.length !== 4) return "This expiration date is incomplete.";
  const month = Number(digits.slice(0, 2));
  if (month < 1 || month > 12) return "The month must be between 01 and 12.";
  const monthsLeft =
    (2000 + Number(digits.slice(2)) - now.getFullYear()) * 12 + month - (now.getMonth() + 1);
  if (monthsLeft < 0) return "This expiration date is in the past.";
  if (monthsLeft > 50 * 12) return "This expiration year is too far in the future.";
}

function checkCvc(cvc: string, number: string): string | undefined {
  if (cvc === "") return "Please enter the security code.";
  const length = /^3[47]/.test(number) ? 4 : 3;
  if (cvc.length !== length) return `The security code must have ${length} digits.`;
}

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
