import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { emailAddress } from "#shared/text/text.ts";
import { isRate } from "../facts/prices/convert-price.ts";
import { isCurrencyCode } from "../facts/prices/currency-words.ts";
import type { CurrencySymbols, FeedOptions, HeaderMap } from "../feed-context.ts";
import { fold } from "#shared/text/fold.ts";
import { fields } from "../headers/feed-fields.ts";
import { ImportError } from "../import-error.ts";
import { makeOf } from "#shared/makes/read-make.ts";
import { makes } from "#shared/makes/sold-makes.ts";

export const usage = `Usage: npm run import -- FILE… --seller EMAIL [options]
       npm run import -- sync FEED|FILE… --seller EMAIL [--feed NAME] [--confirm] [options]
       npm run import -- undo FEED --seller EMAIL
  The first form imports once. sync compares the file with the feed's last one, prints what it
  changes and applies it; undo takes the last sync back.
  FILE is CSV, XLSX, XML, JSON or JSON Lines, also compressed with gzip or ZIP. See docs/importing.md.
  --make NAME            the make of every row, if no column has it
  --currency CODE        the currency of prices without one, e.g. GBP
  --symbol 'SIGN=CODE'   the currency that a sign stands for, e.g. '$=EUR'; repeatable
  --rate NUMBER          shop currency for one unit of the feed's currency, e.g. 1.25
  --location TEXT        where the cars are, for rows without a location
  --map FILE             JSON: { "their header": "field" }, or null to ignore a column, or
                         { "their header": { "field": "fuel", "values": { "B": "petrol" } } }
  --decimal MARK         point or comma, if the feed does not show it
  --distance-unit UNIT   km or mi, if the feed does not show it
  --mpg GALLON           uk or us, if the feed does not show it
  --new-models           also accept models that are not in the model table
  --report FILE          where quarantined rows go, instead of DATA_DIR/imports (one feed only)
  --dry-run              show what would happen, without writing
  --feed NAME            sync: the feed's name, if not that of its file
  --confirm              sync: also apply changes that are unusually many`;

export type ImportCommand = {
  files: string[];
  seller: string;
  report: string | null;
  dryRun: boolean;
  options: FeedOptions;
};

/** The options of a feed about which nothing is stated. */
export const emptyOptions: FeedOptions = {
  make: null,
  currency: null,
  symbols: new Map(),
  rate: null,
  location: null,
  headerMap: new Map(),
  decimal: null,
  distanceUnit: null,
  mpg: null,
  newModels: false,
};

/** @throws ImportError that names the first mistake in one line */
export function readCommand(argv: string[], cwd: string): ImportCommand {
  const { values, positionals } = parse(argv);
  if (values.feed !== undefined || values.confirm !== undefined)
    throw new ImportError("--feed and --confirm need sync. See --help.", 2);
  const files = positionals.map((file) => path.resolve(cwd, file));
  if (files.length === 0) throw new ImportError("Name at least one file to import. See --help.", 2);
  return { files, ...commandOf(values, cwd) };
}

export type SyncCommand = Omit<ImportCommand, "files"> & {
  /** Files, or feeds by their names. */
  named: string[];
  feed: string | null;
  isConfirmed: boolean;
};

/** Reads the arguments of `sync` and `undo`. @throws ImportError that names the first mistake in one line */
export function readSyncCommand(argv: string[], cwd: string): SyncCommand {
  const { values, positionals } = parse(argv);
  if (positionals.length === 0) throw new ImportError("Name a feed or a file. See --help.", 2);
  const feed = values.feed?.trim() ?? null;
  if (feed === "") throw new ImportError("--feed must be a name.", 2);
  if (feed !== null && positionals.length > 1)
    throw new ImportError("--feed works with one file only.", 2);
  return {
    ...commandOf(values, cwd),
    named: positionals,
    feed,
    isConfirmed: values.confirm ?? false,
  };
}

function commandOf(
  values: ReturnType<typeof parse>["values"],
  cwd: string,
): Omit<ImportCommand, "files"> {
  const seller = emailAddress.safeParse(values.seller);
  if (!seller.success)
    throw new ImportError("--seller must be the email of the seller who sells these cars.", 2);
  const rate = values.rate ?? null;
  if (rate !== null && !isRate(rate))
    throw new ImportError(
      `--rate ${rate} is not a number above zero with at most 8 decimals, such as 1.25.`,
      2,
    );
  const currency = values.currency?.toUpperCase() ?? null;
  if (currency !== null && !isCurrencyCode(currency))
    throw new ImportError(`--currency ${currency} is not an ISO 4217 code such as GBP.`, 2);
  const make = values.make === undefined ? null : makeOf(values.make);
  if (values.make !== undefined && !make)
    throw new ImportError(`--make ${values.make} is not sold here (${makes.join(", ")}).`, 2);
  if ((values.location?.length ?? 0) > 160)
    throw new ImportError("--location has at most 160 characters.", 2);
  return {
    seller: seller.data,
    report: values.report === undefined ? null : path.resolve(cwd, values.report),
    dryRun: values["dry-run"] ?? false,
    options: {
      make,
      currency,
      symbols: readSymbols(values.symbol ?? []),
      rate,
      location: values.location?.trim() || null,
      headerMap:
        values.map === undefined ? new Map() : readHeaderMap(path.resolve(cwd, values.map)),
      decimal: oneOf("--decimal", values.decimal, { point: "point", comma: "comma" }),
      distanceUnit: oneOf("--distance-unit", values["distance-unit"], { km: "km", mi: "mi" }),
      mpg: oneOf("--mpg", values.mpg, { uk: "mpg_uk", us: "mpg_us" }),
      newModels: values["new-models"] ?? false,
    },
  };
}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        seller: text,
        make: text,
        currency: text,
        symbol: { type: "string", multiple: true },
        rate: text,
        location: text,
        map: text,
        decimal: text,
        mpg: text,
        report: text,
        "distance-unit": text,
        "new-models": flag,
        "dry-run": flag,
        feed: text,
        confirm: flag,
      },
    });
  } catch (error) {
    throw new ImportError(`${(error as Error).message.split(". ")[0]} (see --help).`, 2);
  }
}

function oneOf<T>(option: string, given: string | undefined, allowed: Record<string, T>): T | null {
  if (given === undefined) return null;
  const value = allowed[given.toLowerCase()];
  if (value === undefined)
    throw new ImportError(`${option} must be ${Object.keys(allowed).join(" or ")}.`, 2);
  return value;
}

function readSymbols(given: readonly string[]): CurrencySymbols {
  return new Map(
    given.map((text) => {
      const [sign = "", code = ""] = text.split("=").map((part) => part.trim());
      if (sign === "" || !isCurrencyCode(code.toUpperCase()))
        throw new ImportError(
          `--symbol ${text} must be a sign and a currency, such as '$=EUR'.`,
          2,
        );
      return [sign.toLowerCase(), code.toUpperCase()];
    }),
  );
}

const field = z.enum(fields);
const headerMap = z.record(
  z.string(),
  z.union([
    field,
    z.strictObject({ field, values: z.record(z.string(), z.string().nullable()) }),
    z.null(),
  ]),
);

function readHeaderMap(file: string): HeaderMap {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ImportError(
      `--map ${file}: ${(error as NodeJS.ErrnoException).code === "ENOENT" ? "no such file" : "not JSON"}.`,
      2,
    );
  }
  const parsed = headerMap.safeParse(json);
  if (!parsed.success)
    throw new ImportError(
      `--map ${file}: must be an object of "their header": "field", or { "field", "values" }. Fields: ${fields.join(", ")}.`,
      2,
    );
  return new Map(
    Object.entries(parsed.data).map(([header, mapped]) => [
      fold(header),
      mapped && typeof mapped === "object"
        ? { field: mapped.field, values: foldedKeys(mapped.values) }
        : mapped,
    ]),
  );
}

function foldedKeys(values: Record<string, string | null>): Map<string, string> {
  return new Map(Object.entries(values).map(([text, meaning]) => [fold(text), meaning ?? ""]));
}
