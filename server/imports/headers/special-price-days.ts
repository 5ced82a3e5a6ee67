import { headerWords } from "./header-words.ts";

const bases =
  "sale,promo,promotion,offer,special,special offer,aktion,angebot,promocja,actie,akce,kampanj".split(
    ",",
  );
const startWords =
  "from,from date,start,starts,start date,valid from,since,von,ab,gueltig ab,gultig ab,beginn,od,du,desde,dal,van,vanaf,fran";
const endWords =
  "to,to date,until,till,end,ends,end date,valid until,valid to,valid through,expires,expiry,expiry date,expiration date,effective date,dates,period,bis,gueltig bis,gultig bis,ende,do,jusqu au,hasta,fino al,tot,t m,t o m";

/** Headers of the days from and until which a special price is valid: "special_price_to", "Aktionspreis bis". */
export function specialDates(): { field: "specialFrom" | "specialUntil"; header: string }[] {
  const specialPrices = Object.values(headerWords).flatMap(({ specialPrice }) =>
    specialPrice!.split(","),
  );
  const words = [...bases, ...specialPrices];
  const headers = (field: "specialFrom" | "specialUntil", ends: string) =>
    words.flatMap((word) => ends.split(",").map((end) => ({ field, header: `${word} ${end}` })));
  return [...headers("specialFrom", startWords), ...headers("specialUntil", endWords)];
}
