import { fold } from "#shared/text/fold.ts";
import { compact } from "../../headers/header-name.ts";

// What a header adds to "price": "type" in "price_type", "suffix" in "priceSuffix", "grossnet" in "price_gross_net".
const termNames =
  /^(?:price)?(?:type|kind|period|interval|frequency|per|basis|prefix|suffix|qualifier|(?:is)?(?:net|gross)|grossnet|netgross|bruttonetto|nettobrutto|(?:vat|tax)(?:type|status)?|(?:vat|tax)(?:is)?(?:incl|excl)(?:uded)?|(?:incl?|excl?|with|without)(?:udes|uding)?(?:vat|tax))$/;
const ownTermNames = new RegExp(
  `^(?:${[
    "(?:vat|mwst|btw|iva|tva|moms|dph|mva|afa|kdv|tax)(?:included|excluded|incl|excl|type|status|inkluderet|inkludert|inclus[ao]?|incluido|incluida|dahil|haric)|vat|mwst|btw|iva|tva|moms|dph|mva|afa|kdv",
    "(?:inc|incl|including|with)(?:vat|tax|mwst|btw|iva|tva)|pricewith(?:vat|tax)|bruttonetto|nettobrutto|grossnet|netgross",
    "(?:plus|ex|excl|excluding|without|zzgl|exkl)(?:vat|tax|mwst|btw|iva|tva)|price(?:excludes|excluding|excl|ex|plus)(?:vat|tax)",
    "(?:inkl|ekskl|eks|uden|uten)(?:moms|mva|afgift)|(?:sem|com)iva|(?:fara|cu)tva|netto?(?:pris|ar)|pre(?:co|t)net|netfiyat|pris(?:type|art)|artipusa?|tipo(?:de)?preco|tippret|fiyattipi|fiyatturu",
    "price(?:type|kind|basis)|preis(?:art|typ)|typceny|rodzajceny|typedeprix|typeprix|tipo(?:de|di)?(?:precio|prezzo)|prijs(?:type|soort)",
    "(?:is)?(?:netto?|nett)(?:price|preis|prijs)|(?:cena|prijs|preis|prezzo)netto?|preciosiniva|prixht",
    // Of schema.org's prices: "MON" is a month.
    "(?:price)?unit(?:code|text)|billing(?:duration|increment|period)",
    "(?:price)?(?:onrequest|onapplication)|poa|preisaufanfrage|prixsurdemande|hideprice|pricehidden|ispricehidden",
  ].join("|")})$`,
);

/** Whether what a header adds to a price's name is about its terms: "type" of "price_type". */
export const isTermName = (addition: string): boolean => termNames.test(compact(addition));

/** Whether a header speaks of the row's price without its name: "VAT included", "Preisart". */
export function isTermBeside(amount: string, header: string): boolean {
  const at = header.lastIndexOf("/") + 1;
  const isNamed =
    amount.startsWith(header.slice(0, at)) && ownTermNames.test(compact(header.slice(at)));
  // "Brutto/Netto" is no path.
  return isNamed || (at > 0 && ownTermNames.test(compact(header)));
}

const recurring =
  /month|monat|mois|mensu|\bmes(?:e|es)?\b|maand|miesi|week|woche|\byear|annual|\brent|\bleas|finanz|financ|deposit|installment|\bp ?c? ?m\b|\bmtl\b|\b(?:mon?|wee|ann)\b|noleggio|wynajem|huur|\bmdl?\b|\bmnd\b|maned|mensal|\bhavi|\bberlet|lunar|\blun[ai]\b|\binchirie|aylik|taksit|kiralik|\bleje\b|\bydelse/;
const bids =
  /\b(?:bids?|bidding|bieden|bod|auction|auktion|gebote?|versteigerung|encheres?|subasta|asta|licytacja)\b/;
const unoffered =
  /^(?:reserved|gereserveerd|reserviert|notk|see description|zie omschrijving|on request|exchange|swap|ruilen|free|gratis)$/;
const amongDealers =
  /\b(?:trade|dealers?|handler|haendler|handlerpreis|haendlerpreis|wholesale|b2b|handelaar|handelsprijs|engros|cvr|forhandler\w*|viszontelado\w*|msrp|rrp|uvp|neupreis)\b/;
const untaxed =
  /\b(?:net|netto|nett|net price|ht|excl\w*|exkl\w*|esclusa|ex (?:vat|tax|btw|mwst|iva|tva)|without (?:vat|tax)|hors tax\w*|(?:sin|mas|piu|senza) iva|bez (?:vat|dph)|ex moms|zonder btw|(?:eksk?l?|ekskl|uden|uten) (?:moms|mva|afgift|omreg\w*)|sem iva|fara tva|afa nelkul|(?:kdv|otv) (?:haric|siz)|plus (?:vat|tax|mwst|ust|btw|iva|tva)|zzgl|ohne mwst)\b|^ex$/;
// Before a column's words for "no": "vatIncluded", and for "yes": "Nettopreis", "plus_vat".
const taxedNames =
  /(?:gross|included|inkluder[et]t|inclus[ao]?|incluid[ao]|dahil|inklmoms|inklmva|inklafgift|comiva|cutva|incl|incvat|inctax|withvat|withtax|inclvat|incltax|includesvat|includestax|includingvat|includingtax)$/;
const untaxedNames =
  /net(?:to?)?$|nett?o?(?:price|preis|prijs)$|siniva$|prixht$|(?:plus|ex|excl|excludes|excluding|without|zzgl|exkl)(?:vat|tax|mwst|btw|iva|tva)$|excl(?:uded)?$|netto?(?:pris|ar)$|pre(?:co|t)net$|netfiyat$|(?:eks|uden|uten)(?:kl)?(?:moms|mva|afgift)$|semiva$|faratva$|kdvharic$/;
const hiddenNames = /request$|application$|^poa$|anfrage$|demande$|hide|hidden/;
const yes = /^(?:true|yes|y|1|ja|tak|oui|si|sí|ano|sim|igen|da|evet)$/i;
const no = /^(?:false|no|n|0|nein|nie|non|nee|ne|nej|nei|n[aã]o|nem|nu|hay[ıi]r)$/i;

/** Why a fact beside a price says that the amount is not what a buyer pays; null if it is. */
export function whyNoPrice(header: string, cell: string): string | null {
  const name = compact(header);
  const text = fold(cell);
  if (recurring.test(text) || bids.test(text)) return "is not the price of a purchase";
  if (unoffered.test(text)) return "is not offered to every buyer";
  if (amongDealers.test(text)) return "is not what a buyer pays";
  if (hiddenNames.test(name) && yes.test(cell)) return "is not offered: the price is on request";
  const isUntaxed =
    untaxed.test(text) ||
    /^\+ ?(?:vat|tax|mwst|ust|btw|iva|tva)/i.test(cell) ||
    (untaxedNames.test(name) && yes.test(cell)) ||
    (taxedNames.test(name) && no.test(cell));
  return isUntaxed ? "is a price without tax" : null;
}
