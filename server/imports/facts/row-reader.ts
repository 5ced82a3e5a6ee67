import { fold } from "#shared/text/fold.ts";
import { isStorable } from "#shared/text/text.ts";
import type { Remark } from "./feed-car.ts";
import type { Column } from "../feed-context.ts";
import type { Field } from "../headers/feed-fields.ts";
import { isBareNumber, type DecimalMark } from "./number-format.ts";
import { rememberShort } from "./remember-short.ts";

/**
 * The result of reading a cell: its value, why it is invalid, or `"empty"`. `shifted`: the value belongs to another
 * column, so the row's cells may have shifted.
 */
export type Parsed<T> = { value: T } | { fault: string; shifted?: boolean } | "empty";

export const fault = (reason: string) => ({ fault: reason });

/** "12.345" can be two numbers, and the feed does not show which one it is. */
export const ambiguousNumber = (text: string) =>
  fault(
    `"${text}" can be a decimal number or thousands, and the file does not show which (use --decimal)`,
  );

/** "45.000" where the feed's decimal mark is a point: its other reading is likelier, and is `meant`. */
export const threeDecimals = (text: string, meant: DecimalMark) =>
  fault(
    `"${text}" would have three decimals, which no price or mileage has (if it means thousands, use --decimal ${meant})`,
  );

export const thousandsTwice = (text: string) => fault(`"${text}" can be thousands or millions`);

// A row without these, or whose units cannot be read, is refused. Other facts are optional.
const required = new Set<Field>([
  "make",
  "model",
  "year",
  "price",
  "mileage",
  "currency",
  "mileageUnit",
]);

// What people write into a cell for an unknown value, in the languages of the header table.
const blank =
  /^(?:|-+|–|—|\?+|n\.? ?\/?a\.?|na|nil|null|none|nan|unknown|not known|not specified|unspecified|tbc|tba|k\.? ?a\.?|keine angaben?|unbekannt|nicht angegeben|brak(?: danych)?|nieznan[ya]|bd|inconnue?|nc|desconocido|s\/d|onbekend|non specificato|sconosciuto|no especificado|non communique|non precise|nie podano|neuvedeno|nezn[aá]m[oyé]|nezad[aá]no|ok[aä]nt|ej angivet|uppgift saknas|ikke (?:oplyst|oppgitt|angitt|angivet)|uoplyst|ukendt|ukjent|desconhecido|n[aã]o (?:especificado|indicado)|ismeretlen|nincs megadva|necunoscut|nespecificat|bilinmiyor|belirtilmemi[sş])$/i;

const longestFact = 1_000;

/**
 * A cell's text, normalized: compatibility characters unified (no-break spaces, ³), extra spaces removed, "" for
 * unknown.
 */
export const tidy = (cell: string): string => (isBareNumber(cell) ? cell : tidyText(cell));

// The mark of a footnote beside a number ("24990²") is no digit of it.
const noteMark = /(?<=\d)[¹²³⁰⁴-⁹₀-₉①-⓿]+|(?<![¹²³⁰⁴-⁹₀-₉①-⓿])[¹²³⁰⁴-⁹₀-₉①-⓿]+(?=\d)/gu;

const tidyText = rememberShort((cell: string): string => {
  const text = cell.replace(noteMark, " * ").normalize("NFKC").replace(/\s+/gu, " ").trim();
  return blank.test(text) ? "" : text;
});

/** A cell's text, normalized, or what the operator's map says that it means. */
export function cellOf(cells: readonly string[], { index, values }: Column): string {
  const text = tidy(cells[index] ?? "");
  return values?.get(fold(text)) ?? text;
}

/** Reads a row's cells by field and collects what is wrong with them. */
export type RowReader = {
  readonly faults: Remark[];
  readonly leftOut: Remark[];
  /** The value of a field, or null if no column has one. Columns of the same field, or those given, must agree. */
  take<T>(
    field: Field,
    parse: (text: string, column: Column) => Parsed<T>,
    from?: readonly Column[],
  ): T | null;
  /** The header of a field's first column, for a fault that concerns the whole field. */
  headerOf(field: Field): string;
  /** A cell's text, normalized. */
  cellAt(index: number): string;
  /** A cell's text, normalized, or what the operator's map says that it means. */
  textIn(column: Column): string;
  /** The text of a free-text field, trimmed but not normalized. */
  textOf(field: Field): string;
  /** The texts of all columns of a field that have one, trimmed but not normalized. */
  textsOf(field: Field): string[];
};

export function createRowReader(
  cells: readonly string[],
  columns: ReadonlyMap<Field, readonly Column[]>,
): RowReader {
  const faults: Remark[] = [];
  const leftOut: Remark[] = [];
  const headerOf = (field: Field) => columns.get(field)?.[0]?.header ?? field;
  const textsOf = (field: Field) =>
    (columns.get(field) ?? [])
      .map(({ index }) => (cells[index] ?? "").trim())
      .filter((text) => tidy(text) !== "");
  return {
    faults,
    leftOut,
    headerOf,
    cellAt: (index) => tidy(cells[index] ?? ""),
    textIn: (column) => cellOf(cells, column),
    textOf: (field) => textsOf(field)[0] ?? "",
    textsOf,
    take<T>(
      field: Field,
      parse: (text: string, column: Column) => Parsed<T>,
      from: readonly Column[] = columns.get(field) ?? [],
    ): T | null {
      let taken: { value: T; header: string } | null = null;
      for (const column of from) {
        const cell = cells[column.index] ?? "";
        if (!isStorable(cell)) {
          const remarks = required.has(field) ? faults : leftOut;
          remarks.push({ column: column.header, reason: "not text" });
          continue;
        }
        const text = cellOf(cells, column);
        // Patterns for facts take the square of a text's length.
        const parsed: Parsed<T> =
          text.length > longestFact
            ? fault(`longer than ${longestFact} characters`)
            : parse(text, column);
        if (parsed === "empty") continue;
        if ("fault" in parsed) {
          // A joined table repeats columns ("mileage2"). One that contains something else contradicts nothing.
          const matters = required.has(field) ? !(taken && column.repeated) : parsed.shifted;
          (matters ? faults : leftOut).push({ column: column.header, reason: parsed.fault });
        } else if (!taken) taken = { value: parsed.value, header: column.header };
        else if (JSON.stringify(taken.value) !== JSON.stringify(parsed.value)) {
          const remark = { column: column.header, reason: `differs from "${taken.header}"` };
          if (required.has(field)) faults.push(remark);
          else {
            leftOut.push(remark);
            return null;
          }
        }
      }
      return taken ? taken.value : null;
    },
  };
}
