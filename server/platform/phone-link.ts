import { parsePhoneNumber } from "awesome-phonenumber";

// Countries whose currency says where a number without a country code is: not the euro.
const regions: Readonly<Record<string, string>> = {
  AUD: "AU",
  BRL: "BR",
  CAD: "CA",
  CZK: "CZ",
  DKK: "DK",
  GBP: "GB",
  HUF: "HU",
  JPY: "JP",
  MXN: "MX",
  NOK: "NO",
  NZD: "NZ",
  PLN: "PL",
  RON: "RO",
  SEK: "SE",
  TRY: "TR",
  USD: "US",
  ZAR: "ZA",
};

/**
 * The link that calls a phone number as it was typed, with its extension ("tel:+1-212-555-0123;ext=45", RFC 3966). Null if it is
 * not clearly a single valid number.
 * @param currency the shop's, which tells the country of a number without one
 */
export function phoneLink(phone: string, currency: string): string | null {
  const regionCode = regions[currency];
  const read = parsePhoneNumber(phone, regionCode === undefined ? {} : { regionCode });
  return read.valid ? read.number.rfc3966 : null;
}
