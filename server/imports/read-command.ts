import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { emailAddress } from "#shared/text/text.ts";
import { isRate } from "./convert-price.ts";
import { isCurrencyCode } from "./currency-words.ts";
import type { FeedOptions, HeaderMap } from "./feed-context.ts";
import { fold } from "#shared/text/fold.ts";
import { fields, type Field } from "./header-words.ts";
import { ImportError } from "./import-error.ts";
import { makeOf } from "#shared/categories/make-words.ts";
import { soldHere } from "./parse-make.ts";

export const usage = `Usage: npm run import -- FILE… --seller EMAIL [options]
  --make NAME            the make of every row, if no column has it
  --currency CODE        the currency of the prices, e.g. GBP
  --rate NUMBER          shop currency for one unit of the feed's currency, e.g. 1.25
  --location TEXT        where the cars are, for rows without a location
  --map FILE             JSON: { "their header": "field" }, or null to ignore a column
  --decimal MARK         point or comma, if the feed does not show it
  --distance-unit UNIT   km or mi, if the feed does not show it
  --mpg GALLON           uk or us, if the feed does not show it
  --new-models           also accept models that are not in the model table
  --report FILE          where quarantined rows go (one feed only)
  --dry-run              show what would happen, without writing`;

export type ImportCommand = {
  files: string[];
  seller: string;
  report: string | null;
  dryRun: boolean;
  options: FeedOptions;
};

/** @throws ImportError that names the first mistake in one line */
export function readCommand(argv: string[], cwd: string): ImportCommand {
  const { values, positionals } = parse(argv);
  const files = positionals.map((file) => path.resolve(cwd, file));
  if (files.length === 0) throw new ImportError("Name at least one file to import. See --help.", 2);
  const seller = emailAddress.safeParse(values.seller);
  if (!seller.success)
    throw new ImportError("--seller must be the email of the seller who sells these cars.", 2);
  if (values.report !== undefined && files.length > 1)
    throw new ImportError("--report works with one feed only: feeds have different columns.", 2);
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
    throw new ImportError(`--make ${values.make} is not sold here (${soldHere}).`, 2);
  if ((values.location?.length ?? 0) > 160)
    throw new ImportError("--location has at most 160 characters.", 2);
  return {
    files,
    seller: seller.data,
    report: values.report === undefined ? null : path.resolve(cwd, values.report),
    dryRun: values["dry-run"] ?? false,
    options: {
      make,
      currency,
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
        rate: text,
        location: text,
        map: text,
        decimal: text,
        mpg: text,
        report: text,
        "distance-unit": text,
        "new-models": flag,
        "dry-run": flag,
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

const headerMap = z.record(z.string(), z.enum(fields).nullable());

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
      `--map ${file}: must be an object of "their header": "field". Fields: ${fields.join(", ")}.`,
      2,
    );
  return new Map<string, Field | null>(
    Object.entries(parsed.data).map(([header, field]) => [fold(header), field]),
  );
}
