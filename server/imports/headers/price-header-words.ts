/**
 * Headers of facts beside a price, folded: a lower price for a time, the price with tax where the feed has it beside one
 * without, and the value added tax, as an amount or a rate. Former, list and recommended prices are in no table: a buyer
 * does not pay them.
 */
export const priceHeaderWords = {
  specialPrice: {
    en: "special price,internet special,web special,sale price,promo price,promotional price,promotion price,promo,offer price,special offer price,discount price,discounted price,price discounted,price after discount,reduced price,price reduced,clearance price,internet price,web price,final price,now price,price sale,price special,price promo,prices sale,prices special,prices promo",
    de: "aktionspreis,aktions preis,sonderpreis,sonderangebotspreis,angebotspreis,reduzierter preis,rabattpreis",
    pl: "cena promocyjna,cena specjalna,cena po rabacie,cena okazyjna",
    fr: "prix promo,prix promotionnel,prix special,prix remise,prix solde,prix reduit",
    es: "precio especial,precio oferta,precio de oferta,precio promocional,precio rebajado",
    it: "prezzo speciale,prezzo promozionale,prezzo offerta,prezzo scontato,prezzo promo",
    nl: "actieprijs,aanbiedingsprijs,speciale prijs,kortingsprijs",
    cs: "akcni cena,cena v akci,cena po sleve,zvyhodnena cena,specialni cena",
    sv: "kampanjpris,extrapris,specialpris,reapris,rabatterat pris,nedsatt pris",
  },
  regularPrice: {
    en: "regular price,normal price,price regular",
    de: "normalpreis,regularer preis,regulaerer preis",
    pl: "cena regularna",
    fr: "prix normal",
    es: "precio normal,precio regular",
    it: "prezzo normale",
    nl: "normale prijs",
    cs: "bezna cena",
    sv: "ordinarie pris",
  },
  // Filled from the words above by known-headers.ts.
  specialFrom: { en: "sale start,sale starts,promo start,promotion start" },
  specialUntil: { en: "sale end,sale ends,promo end,promotion end" },
  totalPrice: {
    en: "total price,price total,price with vat,price with tax",
    de: "gesamtpreis",
    pl: "cena calkowita",
    fr: "prix total",
    es: "precio total",
    it: "prezzo totale",
    nl: "totaalprijs",
    cs: "celkova cena,cena celkem",
    sv: "totalpris",
  },
  vat: {
    en: "vat,vat amount,vat rate,vat percent,vat percentage,vat value,price vat,price vat rate,price vat amount,sales tax rate",
    de: "mwst,mwst satz,mwst betrag,mehrwertsteuer,mehrwertsteuersatz,ust,ust satz,umsatzsteuer,umsatzsteuersatz",
    pl: "vat,stawka vat,kwota vat",
    fr: "tva,taux tva,taux de tva,montant tva",
    es: "iva,tipo iva,tipo de iva,importe iva",
    it: "iva,aliquota iva,importo iva",
    nl: "btw,btw percentage,btw tarief,btw bedrag",
    cs: "dph,sazba dph,vyse dph",
    sv: "moms,momssats,momsbelopp",
  },
} as const;

const bases =
  "sale,promo,promotion,offer,special,special offer,aktion,angebot,promocja,actie,akce,kampanj".split(
    ",",
  );
const startWords =
  "from,from date,start,starts,start date,valid from,since,von,ab,gueltig ab,gultig ab,beginn,od,du,desde,dal,van,vanaf,fran";
const endWords =
  "to,to date,until,till,end,ends,end date,valid until,valid to,valid through,expires,expiry,expiry date,expiration date,effective date,dates,period,bis,gueltig bis,gultig bis,ende,do,jusqu au,hasta,fino al,tot,t m,t o m";

/** Headers of the days from and until which a special price holds: "special_price_to", "Aktionspreis bis". */
export function specialDates(): { field: "specialFrom" | "specialUntil"; header: string }[] {
  const words = [...bases, ...Object.values(priceHeaderWords.specialPrice).join(",").split(",")];
  const headers = (field: "specialFrom" | "specialUntil", ends: string) =>
    words.flatMap((word) => ends.split(",").map((end) => ({ field, header: `${word} ${end}` })));
  return [...headers("specialFrom", startWords), ...headers("specialUntil", endWords)];
}
