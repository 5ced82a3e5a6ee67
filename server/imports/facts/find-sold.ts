import { fold } from "#shared/text/fold.ts";
import type { Refusal } from "./feed-car.ts";
import type { Column, FeedContext } from "../feed-context.ts";
import { lastStep } from "../headers/header-name.ts";
import { cellOf } from "./row-reader.ts";

const compactWords = (text: string) => fold(text).replace(/ /g, "");

type State = "sold" | "reserved" | "not available";

// Only whole values count: "sold by dealer" and "sold as seen" are about something else. Words whose meaning depends on
// the feed ("pending", "delivered", "offline") are left out.
const words: Record<State, string> = {
  sold: "sold,sold out,vehicle sold,car sold,already sold,verkauft,bereits verkauft,ausverkauft,vendu,vendue,deja vendu,epuise,vendido,vendida,agotado,venduto,venduta,gia venduto,esaurito,verkocht,uitverkocht,sprzedany,sprzedane,sprzedana,sprzedano,wyprzedane,sald,salt,solgt,prodano,prodane,prodany,vyprodano,udsolgt,utsolgt,esgotado,eladva,eladott,elkelt,vandut,vanduta,stoc epuizat,satildi,satilmis,satilmistir",
  reserved:
    "reserved,on hold,under offer,sale pending,pending sale,sale agreed,sale in progress,deposit taken,deposit paid,reserviert,reserve,reservee,reservado,reservada,riservato,riservata,prenotato,prenotata,gereserveerd,onder bod,zarezerwowany,zarezerwowane,zarezerwowana,rezerwacja,reserverad,reserveret,reservert,rezervovano,rezervovane,rezervovany,rezervace,bokad,foglalt,lefoglalva,lefoglalozva,foglalozva,rezervat,rezervata,rezerve,rezerve edildi,opsiyonlu,kapora alindi,kaparo alindi",
  "not available":
    "gesuch,wanted,gezocht,cerco,out of stock,not available,unavailable,no longer available,not in stock,discontinued,not for sale,off sale,withdrawn,removed,removed by user,removed by moderator,outdated,deleted,delisted,wastebin,archived,inactive,delete,remove,verwijder,verwijderen,deactivated,expired,unpublished,draft,nicht verfugbar,nicht mehr verfugbar,nicht auf lager,inaktiv,deaktiviert,geloscht,archiviert,abgelaufen,entwurf,indisponible,non disponible,plus disponible,retire,retiree,supprime,supprimee,inactif,archivee,brouillon,no disponible,no esta disponible,retirado,eliminado,inactivo,caducado,borrador,non piu disponibile,non disponibile,ritirato,ritirata,eliminata,inattivo,scaduto,bozza,niet beschikbaar,niet meer beschikbaar,niet op voorraad,verwijderd,inactief,verlopen,niedostepny,niedostepne,niedostepna,nieaktywny,nieaktywne,nieaktualne,wycofany,wycofane,usuniety,usuniete,zakonczone,zarchiwizowane,brak w magazynie,nedostupne,nedostupny,neni k dispozici,neni skladem,neaktivni,smazano,ej tillganglig,inte tillganglig,ej i lager,borttagen,utgangen,ikke til salg,ikke til salgs,ikke tilgaengelig,ikke tilgjengelig,ikke pa lager,slettet,fjernet,udlobet,utlopt,indisponivel,inativo,expirado,removido,arquivado,rascunho,nao disponivel,nem elerheto,torolt,torolve,lejart,archivalt,nincs keszleten,indisponibil,inactiv,sters,expirat,arhivat,satista degil,pasif,silindi,yayinda degil,yayindan kaldirildi,mevcut degil,stokta yok,tukendi",
};
const stateOfWord = new Map(
  (Object.entries(words) as [State, string][]).flatMap(([state, list]) =>
    list.split(",").map((word) => [compactWords(word), state] as const),
  ),
);
const yes =
  /^(?:yes|y|true|t|x|1|ja|j|tak|oui|o|si|s|wahr|vrai|vero|verdadero|prawda|ano|sim|igen|da|evet)$/;
const no = /^(?:no|false|nein|nie|non|nee|ne|nej|nei|nao|nem|nu|hayir|falsch|faux|falso|falsz)$/;
const noOfQuestions = /^(?:0|n|f)$/;
const reservations = /^(?:is)?(?:reserv|riserv|prenot|gereserv|zarezerw|rezerv|foglal|lefoglal)/;
// "Verkauft am 12.03.2026", "Reserved until 01/04/2026"
const untilOrSince =
  /[\s,(-]+(?:(?:am|bis|on|until|since|le|il|el|op|tot|dnia)\s+)?\d{1,4}[./-]\d{1,2}[./-](?:\d{2,4})?\)?$/i;

/**
 * Refuses a row that says that the car is sold, reserved or withdrawn; null for others. Only columns whose header is
 * about that count, and words that are not known never cost a row.
 */
export function findSold(
  cells: readonly string[],
  { columns, now }: Pick<FeedContext, "columns" | "now">,
): Refusal | null {
  const refusalOf = (column: Column, state: State | null): Refusal | null => {
    if (!state) return null;
    const reason = `the car is ${state}: "${cellOf(cells, column)}"`;
    return { kind: "notForSale", faults: [{ column: column.header, reason }] };
  };
  for (const column of columns.get("sold") ?? []) {
    const refusal = refusalOf(column, soldState(cellOf(cells, column), lastName(column), now));
    if (refusal) return refusal;
  }
  for (const column of columns.get("availability") ?? []) {
    const refusal = refusalOf(column, availabilityState(cellOf(cells, column), lastName(column)));
    if (refusal) return refusal;
  }
  // "Estado" and "stato" are headers of a condition and of a status, and prices are replaced by "sold".
  for (const column of columns.get("condition") ?? []) {
    const refusal = refusalOf(column, stateOf(cellOf(cells, column)));
    if (refusal) return refusal;
  }
  for (const column of columns.get("price") ?? []) {
    // Most prices are numbers, and every row has one.
    const state = /^\s*\d/.test(cells[column.index] ?? "") ? null : stateOf(cellOf(cells, column));
    if (state && state !== "not available") return refusalOf(column, state);
  }
  return null;
}

const lastName = ({ header }: Column) => compactWords(lastStep(header));

const longestState = 60;

/** What a whole value says; "https://schema.org/SoldOut" is "SoldOut". */
function stateOf(text: string): State | null {
  if (text.length > longestState) return null;
  const word = text.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, "");
  return stateOfWord.get(compactWords(word.replace(untilOrSince, ""))) ?? null;
}

const inNameOfList =
  /\b(?:archi[vf]\w*|old|alt|history|historie|sold|verkauft\w*|vendu\w*|vendid\w*|verkocht\w*|sprzedan\w*|prodan\w*|reserviert\w*)\b/i;

/** Whether the name of a list says that its cars are sold, reserved or of the past: "Sold 2025", "Verkaufte", "Archive". */
export const saysNotForSale = (name: string): boolean => {
  const words = name.replace(/[\d./_-]+/g, " ").trim();
  return stateOf(words) !== null || inNameOfList.test(words);
};

/** What a column such as "is_sold", "Reserviert" or "sold_date" says. */
function soldState(text: string, header: string, now: Date): State | null {
  const state = stateOf(text);
  // "Expired" in a column about a reservation makes the car available.
  if (state && state !== "not available") return state;
  if (!yes.test(fold(text)) && !isPastDate(text, now)) return null;
  return reservations.test(header) ? "reserved" : /delet/.test(header) ? "not available" : "sold";
}

// "No" says that a car is not available, but "0" and "N" can be codes, and in a column "status" "no" can be one, too.
const questions =
  /^is|(?:able|sale|verfugbar|dostepny|disponible|disponibile|beschikbaar|dostupn[ye]|tillganglig|kdispozici|tilgaengelig|tilgjengelig|disponivel|elerheto|disponibil|satilik)$|^(?:skladem|naskl?ade|ilager|instock|opvoorraad|palager|emstock|keszleten|raktaron|instoc|stokta|active|published)$/;

/** What a column such as "status", "Verfügbarkeit" or "in_stock" says. */
function availabilityState(text: string, header: string): State | null {
  const folded = fold(text);
  const isNo = no.test(folded)
    ? !/stat/.test(header)
    : noOfQuestions.test(folded) && questions.test(header);
  return isNo ? "not available" : stateOf(text);
}

/** Whether a text is a date that is not in the future; "0000-00-00" and "2000-01-01" are none. */
function isPastDate(text: string, now: Date): boolean {
  const year =
    /^(20(?!00)\d\d)[-/.]?\d{1,2}[-/.]?\d{1,2}(?:$|[ T])/.exec(text)?.[1] ??
    /^\d{1,2}[-/.]\d{1,2}[-/.](20(?!00)\d\d)(?:$|[ T,])/.exec(text)?.[1];
  return year !== undefined && Number(year) <= now.getUTCFullYear();
}
