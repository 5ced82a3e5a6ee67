import type { CurrencySymbols } from "../../feed-context.ts";

// Signs of a single currency. "$" and "kr" can mean several: see `dollars` and `crowns`.
const signs: Record<string, string> = {
  "£": "GBP",
  "€": "EUR",
  zł: "PLN",
  zl: "PLN",
  pln: "PLN",
  euro: "EUR",
  euros: "EUR",
  eur: "EUR",
  us$: "USD",
  usd$: "USD",
  a$: "AUD",
  au$: "AUD",
  c$: "CAD",
  ca$: "CAD",
  nz$: "NZD",
  r: "ZAR",
  rand: "ZAR",
  zar: "ZAR",
  chf: "CHF",
  sfr: "CHF",
  fr: "CHF",
  kč: "CZK",
  kc: "CZK",
  skr: "SEK",
  dkr: "DKK",
  nkr: "NOK",
  ft: "HUF",
  "ft.": "HUF",
  forint: "HUF",
  huf: "HUF",
  lei: "RON",
  leu: "RON",
  ron: "RON",
  tl: "TRY",
  "tl.": "TRY",
  "₺": "TRY",
  dkk: "DKK",
  nok: "NOK",
  sek: "SEK",
  "₹": "INR",
  "₼": "AZN",
  "₽": "RUB",
  руб: "RUB",
  "руб.": "RUB",
  "₴": "UAH",
  грн: "UAH",
  "грн.": "UAH",
  "₾": "GEL",
  "₸": "KZT",
  "₩": "KRW",
  円: "JPY",
  元: "CNY",
  r$: "BRL",
  s$: "SGD",
  hk$: "HKD",
  nt$: "TWD",
  "₫": "VND",
  "฿": "THB",
  "₱": "PHP",
  "₪": "ILS",
  лв: "BGN",
  "лв.": "BGN",
  dhs: "AED",
  "zł.": "PLN",
  złotych: "PLN",
  pounds: "GBP",
  kronor: "SEK",
  korun: "CZK",
};
const dollars = ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP"];
const crowns = ["SEK", "NOK", "DKK", "ISK"];
const yens = ["JPY", "CNY"];
const rupees = ["INR", "PKR", "LKR", "NPR", "MUR"];
const codes = new Set(Intl.supportedValuesOf("currency"));

/** The currencies that a word or sign can mean; empty for an unknown one. `symbols` are the operator's, and come first. */
export function currenciesOf(
  word: string,
  symbols: CurrencySymbols = new Map(),
): readonly string[] {
  const stated = symbols.get(word.toLowerCase());
  if (stated) return [stated];
  const sign = signs[word.toLowerCase()];
  if (sign) return [sign];
  if (word === "$" || /^dollars?$/i.test(word)) return dollars;
  if (word === "¥") return yens;
  if (/^rs\.?$/i.test(word)) return rupees;
  if (/^kr\.?$/i.test(word)) return crowns;
  // Only capitals are a code: three lowercase letters are an ordinary word.
  return /^[A-Z]{3}$/.test(word) && codes.has(word) ? [word] : [];
}

/** Whether a text is an ISO 4217 code. */
export function isCurrencyCode(text: string): boolean {
  return codes.has(text);
}

// "price/code" and `<price unit="…">` can say something else, too.
const maybeCurrency = /(?:^|[ /@._])(?:code|iso|unit|symbol)$/i;

/** The currencies of a cell of a currency column: empty for an empty cell, null for a text that is no currency. */
export function currenciesInCell(
  text: string,
  header: string,
  symbols?: CurrencySymbols,
): readonly string[] | null {
  if (text === "") return [];
  const isSure = !maybeCurrency.test(header) || /curr|ccy/i.test(header);
  const meant = currenciesOf(isSure && text.length === 3 ? text.toUpperCase() : text, symbols);
  return meant.length > 0 ? meant : isSure ? null : [];
}
