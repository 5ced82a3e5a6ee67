/** A feed's value once read: what it says, that it says nothing, or why it cannot be believed. */
export type Parsed<T> = { value: T } | { fault: string } | "empty";

export const fault = (reason: string) => ({ fault: reason });

// What people write into a cell when they do not know; in the languages of the header table.
const nothing =
  /^(?:|-+|–|—|\?+|n\.? ?\/?a\.?|na|nil|null|none|nan|unknown|not known|tbc|tba|k\.? ?a\.?|keine angaben?|unbekannt|brak(?: danych)?|nieznan[ya]|bd|inconnue?|nc|desconocido|s\/d|onbekend)$/i;

/** A cell's text as the parsers read it: compatibility forms unified (no-break spaces, ³), outer and double spaces gone. */
export function tidy(cell: string): string {
  const text = cell.normalize("NFKC").replace(/\s+/gu, " ").trim();
  return nothing.test(text) ? "" : text;
}
