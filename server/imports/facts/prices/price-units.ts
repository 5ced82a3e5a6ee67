// What the words in brackets after a price's header say: "Price (ex VAT)", `<price type="list">`.
const untaxed =
  /net|excl|exkl|ekskl|eksl|zzgl|hari[cç]|n[eé]lk[uü]l|^s\/ ?iva|\b(?:ex|eks|plus|ht|hors|zonder|ohne|without|senza|sin|bez|uden|uten|utan|sem|fara|haric)\b|f[aă]r[aă] |^\+ ?(?:vat|mwst|moms|mva|iva|[aá]fa|tva|kdv)/i;
// Of `<price type="list">`: a price that no one asks today, or not of a buyer.
const notAsked =
  /^(?:list|old|was|before|former|previous|original|recommended|crossed|strike\w*|msrp|rrp|uvp|upe|trade\w*|dealer\w*|wholesale|b2b|book|invoice|cost|purchase|reserve|starting|bid|auction|finance\w*|leas\w*|deposit|neupreis|catalog\w*|katalog\w*)\b/i;
const special = /^(?:special|sale|promo\w*|discount\w*|offer|reduced|aktion\w*|sonder\w*)$/i;
const monthly =
  /month|\bp\.?\s?m\b|monat|miesi|mois|mensu|mensal|mese|maand|week|woche|\b(?:md|mnd)\b|m[aå]ned|m[aå]nad|m[eê]s$|\bh[oó]$|havi|lun[aă]|lunar|ayl[iı]k|\bay$/i;

/** Whether a unit says a monthly rate. */
export const isMonthly = (unit: string): boolean => monthly.test(unit);

/** Whether a unit says that a price is none that a buyer pays at once. */
export const isNotPaid = (unit: string): boolean =>
  untaxed.test(unit) || monthly.test(unit) || notAsked.test(unit);

/** Whether a unit says that a price is a special one. */
export const isSpecial = (unit: string): boolean => special.test(unit);
