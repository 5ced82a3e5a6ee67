import { invalidRequest } from "#simulators/payment-provider/http/api-error.ts";

/** Eight digits, in any currency. Source: docs.stripe.com/api/payment_intents/create, `amount`. */
const maximum = 99_999_999;

/** In minor units. Source: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const minimums: Record<string, number> = {
  usd: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  eur: 50,
  inr: 50,
  jpy: 50,
  nzd: 50,
  sgd: 50,
  aed: 200,
  bgn: 100,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};

const threeDecimals = ["bhd", "jod", "kwd", "omr", "tnd"];
const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** A supported currency in lower case. @throws ApiError 400 */
export function checkCurrency(currency: string): string {
  const code = currency.toLowerCase();
  if (!currencies.has(code))
    throw invalidRequest(`Invalid currency: ${code}. The provider does not support it.`, {
      param: "currency",
    });
  return code;
}

/** Refuses an amount (minor units) that cannot be charged. @throws ApiError 400 */
export function checkAmount(amount: number, currency: string): void {
  if (amount < 1)
    throw invalidRequest("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  if (amount > maximum)
    throw invalidRequest(`Amount must be no more than ${formatAmount(maximum, currency)}`, {
      code: "amount_too_large",
      param: "amount",
    });
  const minimum = minimums[currency] ?? 1;
  if (amount < minimum)
    throw invalidRequest(`Amount must be at least ${formatAmount(minimum, currency)} ${currency}`, {
      code: "amount_too_small",
      param: "amount",
    });
  if (threeDecimals.includes(currency) && amount % 10 !== 0)
    throw invalidRequest(
      `Invalid amount: ${currency} has three decimals, and the last of them must be 0.`,
      { code: "parameter_invalid_integer", param: "amount" },
    );
}

/** Formats minor units, such as `$1,234.50`. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}
