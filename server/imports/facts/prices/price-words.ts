/** Words beside a price that leave it as it is. */
export const negotiable =
  /^\(?(?:vb|vhb|fp|festpreis|ono|o\.n\.o\.?|obo|firm|fixed|brutto|ttc|do negocjacji|negotiable|trattabil[ei]|n[eé]gociable|mwst\.? ausweisbar|inkl\.? ?mwst\.?|incl?\.? ?vat|iva incl(?:usa|uido)?\.?|iva esposta|incl\.? btw|inkl\.? (?:moms|mva|afgift)|s dph|v[cč]\.? dph|v[cč]etn[eě] dph|negoci[aá]vel|fixo|brutt[oó]|negociabil|fix|fest|fast pris|ferme|prix ferme|[aà] d[eé]battre|(?:non|no) n[eé]goc[ij]ables?|n[eé]goc[ij]ables?|tratt\.?|non trattabil[ei]|vaste prijs|meeneemprijs|rijklaar|marge|ovno|best offer|\/ ?best offer|cash(?: price)?|al contado|in contanti|no vat|px welcome|tva r[eé]cup[eé]rable|mwst\.? nicht ausweisbar|differenzbesteuert|nach § ?25a|§ ?25a|iva compresa|vat[ -]mar[zż]a|do uzgodnienia|cena ko[nń]cowa|pazarl[iı]k (?:pay[iı] )?var|(?:c|com|cu)[ /]+(?:iva|tva)|(?:iva|tva) inclu(?:[ií]do|s)|kdv dahil)\)?[!.]*$/i;
// "(inkl. 19% MwSt.)": its number is not a second amount.
export const includingTax =
  /[,;]? ?\(?\b(?:inkl|incl|inc|including)\b\.? ?(?:\d{1,2}(?:[.,]\d)? ?% ?)?(?:mwst|ust|vat|btw|tva|iva|moms|mva|dph)\b\.?(?: ?\d{1,2}(?:[.,]\d)? ?%)?\)?/i;
const withoutTax =
  /netto|\bnet\b|excl|exkl|\bex\.? ?(?:btw|vat|mwst|iva|tva)\b|\bh\.?t\.?(?:v\.?a)?\b|hors tax|iva (?:esclusa|no incluid[oa])|\b(?:sin|senza|m[aá]s|pi[uù]) iva|\+ ?(?:vat|btw|tax|mwst|ust)|zzgl|plus vat|\bbez dph|\b(?:ex|eks|ekskl)\.? ?(?:moms|mva|omreg)|\+ ?(?:dph|moms|mva|iva|[aá]fa|tva|kdv)|nett[oó]|\b(?:uden|uten) (?:moms|afgift|mva)|\bsem iva|\bs\/ ?iva|f[aă]r[aă] tva|[aá]fa n[eé]lk[uü]l|nem tartalmaz|(?:kdv|[oö]tv)[' ]?(?:hari[cç]|siz)/i;
const monthly =
  /\/ ?m(?:o|onth|ois|onat|tl|ies|es|ese|aand)?\b|\b(?:per|par|al|pro|p\.) ?(?:month|mois|mese?|monat|maand)\b|monatlich|mtl\b|miesięcznie|mensuel|\/ ?(?:mdr?|mnd|m[aå]ned|m[eê]s|h[oó]|lun[aă]|ay)(?!\p{L})|(?:pr|per)\.? ?(?:mdr?|mnd|m[aå]ned)(?!\p{L})|por m[eê]s|mensal|\bhavi|havonta|pe lun[aă]|lunar|ayl[iı]k|taksit|ydelse|\bp\.?c\.?m\b|\/ ?(?:mc|mies|mt)\b|\ba month\b|\brat[ae]\b|\bcuota\b|\b(?:loa|lld)\b/iu;
const deposit = /\b(?:anzahlung|deposit|down|anticipo|entrada|acompte|aanbetaling)\b|odst[eę]pne/iu;
// "zzgl. Überführung", "plus admin fee", "hors frais": not about tax.
const taxWord = "(?:mwst|ust|vat|btw|iva|tva|moms|mva|afgift|omreg|dph|tax|kdv|[aá]fa)";
const withoutCosts = new RegExp(
  String.raw`(?:\b(?:ex[ck]l(?:usi\p{L}+)?|zzgl|plus)(?!\p{L})\.? ?|\+ ?)(?!\W*${taxWord})\p{L}|\bhors frais\b|passaggio escluso`,
  "iu",
);
const onRequest =
  /anfrage|request|\bp\.? ?o\.? ?a\b|demande|consult|contact|\bcall\b|zapytaj|richiesta|riservata|aanvraag|n\.?o\.?t\.?k|t\.?e\.?a\.?b|bieden|omschrijving|\ba\. ?a\.|f[oö]rfr[aå]gan|foresp[oø]rsel/iu;

/** Why an amount with these words is not what a buyer pays; null if it is. */
export function whyNotPaid(text: string): string | null {
  if (withoutCosts.test(text)) return "is a price without costs that a buyer pays, too";
  if (withoutTax.test(text)) return "is a price without tax";
  if (monthly.test(text)) return "is a monthly rate, not a price";
  return deposit.test(text) ? "is a deposit, not a price" : null;
}

/** Why a text without one single number is no price. */
export function whyNoAmount(text: string): string {
  if (text.includes(" | ")) return "are several prices, and nothing says which one a buyer pays";
  if (!/\d/.test(text) && onRequest.test(text))
    return "is not an amount: a car without a price cannot be listed";
  return /\d\D+\d/.test(text)
    ? "is not an amount: nothing says which of its numbers a buyer pays"
    : "is not an amount";
}
