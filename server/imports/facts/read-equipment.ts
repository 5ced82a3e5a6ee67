import { fold } from "#shared/text/fold.ts";
import { longestOption, mostOptions, tidyOptions } from "#shared/listings/car-details.ts";
import { serviceHistories, type Drive, type ServiceHistory } from "#shared/listings/listing.ts";
import { isStorable } from "#shared/text/text.ts";
import type { Column } from "../feed-context.ts";
import { fault, type Parsed } from "./row-reader.ts";

// Words of the languages of the header table, folded. All wheels come first: "4x4 (zuschaltbar)" says nothing else.
const driveWords: readonly [Drive, RegExp][] = [
  [
    "all-wheel",
    /\b(?:[4a]wd|4 ?x ?4|4 matic|4matic|quattro|x ?drive|all ?wheel|four ?wheel|4 wheel|all4|allrad\w*|na 4 kola|4 kola|na (?:4|cztery|wszystkie) kola|integral\w*|integrale|vierwiel\w*|fyrhjul\w*|4 ?hjul\w*|firehjul\w*|4 roues|quatre roues|4 ruedas|tracao integral|osszkerek\w*|integrala|dort ceker|vsech kol|ctyri kola)\b/,
  ],
  [
    "front-wheel",
    /\b(?:fwd|2wd front|front\w*|vorder\w*|na przednie kola|przedni\w*|avant|anteriore?|delantera|voorwiel\w*|predni\w*|framhjul\w*|forhjul\w*|dianteira|elsokerek\w*|fata|onden cekis)\b/,
  ],
  [
    "rear-wheel",
    /\b(?:rwd|2wd rear|rear\w*|hinter\w*|heck\w*|na tylne kola|tyln\w*|arriere|propulsion|posteriore?|trasera|achterwiel\w*|zadni\w*|bakhjul\w*|baghjul\w*|traseira|hatsokerek\w*|hatsokerek|spate|arkadan itis)\b/,
  ],
];

/** Reads which wheels are driven, from words such as "AWD", "quattro" and "Frontantrieb". */
export function parseDrive(text: string): Parsed<Drive> {
  if (text === "") return "empty";
  const words = fold(text);
  // Two of them ("front and rear") are all.
  const drives = driveWords.filter(([, pattern]) => pattern.test(words)).map(([drive]) => drive);
  if (drives[0] === "all-wheel" || drives.length > 1) return { value: "all-wheel" };
  return drives[0] ? { value: drives[0] } : fault(`"${text}" does not say which wheels are driven`);
}

const yes = /^(?:yes|y|true|1|x|ja|tak|oui|si|ano|sim|igen|da|evet|available|vorhanden|present)$/;
const no = /^(?:no|n|false|0|nein|nie|non|ne|nej|nei|nee|nao|nem|nu|hayir)$/;
const fullHeader = /\b(?:full|fsh|scheckheftgepflegt)\b/;

/** Reads how much of the service history there is. "Yes" in a column about the full one means all of it. */
export function parseServiceHistory(text: string, { header }: Pick<Column, "header">) {
  if (text === "") return "empty";
  // As the meaning of a mapped value, "none" counts. In a cell it means that the fact is unknown.
  const mapped = serviceHistories.find((history) => history === text);
  if (mapped) return { value: mapped } as Parsed<ServiceHistory>;
  const words = fold(text);
  const isAboutFull = fullHeader.test(fold(header));
  const is = (value: ServiceHistory): Parsed<ServiceHistory> => ({ value });
  if (no.test(words)) return isAboutFull ? "empty" : is("none");
  if (/^(?:no|without|ohne|sans|senza|sin|bez|zonder|utan|uden|uten) /.test(words))
    return is("none");
  if (/\b(?:part|partial\w*|partly|some|teilweise|incomplete|parziale|parcial\w*)\b/.test(words))
    return is("partial");
  if (
    /\b(?:full|fsh|complete\w*|fmbsh|fbmwsh|scheckheftgepflegt|luckenlos|vollstandig)\b/.test(words)
  )
    return is("full");
  if (yes.test(words)) return is(isAboutFull ? "full" : "available");
  return fault(`"${text}" does not say how much of the service history there is`);
}

/** The options in a cell: separated by bars, or else by semicolons, lines or commas. What is too long is left out. */
export function optionsIn(text: string): string[] {
  if (text === "" || !isStorable(text)) return [];
  const list = /^\[([^]*)\]$/.exec(text)?.[1] ?? text;
  const parts = list.split(list.includes("|") ? /[|\n]/ : /[;\n]|,(?!\d)/);
  return tidyOptions(parts)
    .filter((option) => option.length <= longestOption)
    .slice(0, mostOptions);
}
