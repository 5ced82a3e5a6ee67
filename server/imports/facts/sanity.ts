import type { MileageUnit } from "#shared/listings/listing.ts";

// Currencies whose unit buys about a tenth, a hundredth, … of what a dollar, euro or pound does.
const smallUnits: [number, string][] = [
  [10, "SEK,NOK,DKK,CZK,ZAR,MXN,CNY,HKD,MAD,TRY,UAH,THB,TWD,PHP,EGP,MDL"],
  [100, "INR,PKR,RUB,HUF,JPY,ISK,RSD,KZT,LKR,BDT,NPR,ALL,AMD,KES,DZD,MKD"],
  [1_000, "KRW,CLP,COP,ARS,NGN"],
  [10_000, "IDR,VND,IRR,UZS,PYG,LBP"],
];
const lowestPrices = new Map(
  smallUnits.flatMap(([factor, list]) =>
    list.split(",").map((code) => [code, 100 * factor] as const),
  ),
);
/**
 * Lower prices, such as 0, 1 and 99, mean "ask". In major units of the currency: 298 yen are a price in units of ten
 * thousand, and 18 rupees one in lakh.
 */
export const lowestPriceIn = (currency: string): number => lowestPrices.get(currency) ?? 100;
/** The highest price that the add-product form accepts, too. */
export const highestPrice = 1_000_000_000;
/** Only cars in museums have been driven further. A higher number is a typing error. */
export const highestMileage: Record<MileageUnit, number> = { mi: 621_000, km: 1_000_000 };
/** Cars of the next model year are sold from the summer on. */
export const yearsAhead = 1;
/** Older cars are classics, not used cars. Earlier years are usually default values (1900, 1904). */
export const firstYear = 1950;
/** A new model is registered up to a year before its first full year. */
export const yearsBeforeModel = 1;

/**
 * Whether a number was typed only to fill a form: at least six equal digits, or at least six that count up from 1.
 * Shorter ones (12345, 99999) can be real prices.
 */
export function isPlaceholder(digits: string): boolean {
  const whole = digits.replace(/\..*$/, "");
  return /^(\d)\1{5,}$/.test(whole) || (whole.length >= 6 && "1234567890".startsWith(whole));
}
