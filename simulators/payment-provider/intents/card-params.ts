import { findTestCard, testCards, type TestCard } from "#shared/payments/test-cards.ts";
import { cardRefused } from "#simulators/payment-provider/http/api-error.ts";
import {
  ignored,
  integer,
  oneOf,
  required,
  shape,
  text,
  type Read,
} from "#simulators/payment-provider/http/params.ts";
import { listOf } from "#simulators/payment-provider/http/params.ts";

export const cardReaders = {
  number: required(text),
  exp_month: required(integer),
  exp_year: required(integer),
  cvc: text,
  networks: shape({ preferred: oneOf("visa", "mastercard"), available: listOf(text) }),
  token: ignored,
};

/**
 * The test card with this number. @throws ApiError 402 with the provider's message for an invalid number, date or code,
 * and for any number that is not a test card
 */
export function checkCard(input: Read<typeof cardReaders>, now: Date): TestCard {
  const digits = input.number.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(digits))
    throw cardRefused("The card number is not a valid credit card number.", {
      code: "invalid_number",
      param: "number",
    });
  const card = findTestCard(digits);
  if (card?.payment === "incorrect_number" || (!card && !passesCheckDigit(digits)))
    throw cardRefused("Your card number is incorrect.", {
      code: "incorrect_number",
      param: "number",
    });
  if (!card)
    throw cardRefused(
      "Your card was declined. Your request was in test mode, but used a non test card. " +
        "For a list of valid test cards, visit: https://stripe.com/docs/testing.",
      { code: "card_declined", decline_code: "test_mode_live_card" },
    );
  checkExpiry(input.exp_month, input.exp_year, now);
  checkCvc(input.cvc, card);
  return card;
}

/** Two digits mean a year of this century. */
export function fullYear(year: number): number {
  return year >= 0 && year < 100 ? 2000 + year : year;
}

/** The card for a token such as `pm_card_visa`. */
export function cardOfToken(token: string): TestCard | undefined {
  return testCards.find((card) => card.tokens.includes(token));
}

function checkExpiry(month: number, givenYear: number, now: Date): void {
  const year = fullYear(givenYear);
  const wrongMonth = () =>
    cardRefused("Your card's expiration month is invalid.", {
      code: "invalid_expiry_month",
      param: "exp_month",
    });
  if (month < 1 || month > 12) throw wrongMonth();
  const thisYear = now.getUTCFullYear();
  if (year < thisYear || year > thisYear + 50)
    throw cardRefused("Your card's expiration year is invalid.", {
      code: "invalid_expiry_year",
      param: "exp_year",
    });
  if (year === thisYear && month < now.getUTCMonth() + 1) throw wrongMonth();
}

function checkCvc(cvc: string | undefined, card: TestCard): void {
  if (cvc === undefined) return;
  const wanted = card.brand === "amex" ? /^\d{3,4}$/ : /^\d{3}$/;
  if (!wanted.test(cvc))
    throw cardRefused("Your card's security code is invalid.", {
      code: "invalid_cvc",
      param: "cvc",
    });
}

/** Luhn check digit, ISO/IEC 7812-1. */
function passesCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
