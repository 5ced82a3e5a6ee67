import type { FeedOptionsBody } from "#shared/feeds/feed-contract.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

/** The options of a feed as a form has them. Empty text is an option that is not stated. */
export type OptionValues = {
  currency: string;
  rate: string;
  /** Such as "$=CAD, kr=SEK". */
  symbols: string;
  distanceUnit: string;
  decimal: string;
  mpg: string;
  make: string;
  location: string;
  newModels: boolean;
};

export function optionValues(options: FeedOptionsBody): OptionValues {
  return {
    currency: options.currency ?? "",
    rate: options.rate ?? "",
    symbols: Object.entries(options.symbols ?? {})
      .map((pair) => pair.join("="))
      .join(", "),
    distanceUnit: options.distanceUnit ?? "",
    decimal: options.decimal ?? "",
    mpg: options.mpg ?? "",
    make: options.make ?? "",
    location: options.location ?? "",
    newModels: options.newModels ?? false,
  };
}

/** The form's options for the server, which validates them. */
export function statedOptions({ newModels, symbols, ...texts }: OptionValues): FeedOptionsBody {
  const stated = Object.entries(texts)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== "");
  return {
    ...Object.fromEntries(stated),
    symbols: symbolsIn(symbols),
    ...(newModels && { newModels }),
  };
}

function symbolsIn(text: string): Record<string, string> {
  const pairs = text.replace(/\s*=\s*/g, "=").split(/[\s,;]+/);
  return Object.fromEntries(
    pairs.filter(Boolean).map((pair) => {
      const [sign = "", code = ""] = pair.split("=");
      return [sign.slice(0, 10), code.slice(0, 10)];
    }),
  );
}

const fromFile = "From the file";
const distanceUnits = [
  { value: "km", label: "Kilometers" },
  { value: "mi", label: "Miles" },
];
const decimals = [
  { value: "point", label: "Point: 1,234.50" },
  { value: "comma", label: "Comma: 1.234,50" },
];
const gallons = [
  { value: "uk", label: "British gallons" },
  { value: "us", label: "US gallons" },
];
const makeChoices = makes.map((make) => ({ value: make, label: make }));

type Props = {
  values: OptionValues;
  change: (changes: Partial<OptionValues>) => void;
  errors: Record<string, string>;
  /** The shop's currency. */
  currency: string;
};

const selects = [
  { name: "distanceUnit", label: "Distance unit", options: distanceUnits },
  { name: "decimal", label: "Decimal mark", options: decimals },
  {
    name: "make",
    label: "Brand",
    options: makeChoices,
    hint: "If every row has the same and no column says so",
  },
  { name: "mpg", label: "Miles per gallon", options: gallons },
] as const;

/** How a feed's files are read. */
export function FeedOptionFields({ values, change, errors, currency }: Props) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <TextField
        label="Currency"
        optional
        hint={`Of prices without one, such as ${currency === "GBP" ? "EUR" : "GBP"}`}
        value={values.currency}
        maxLength={3}
        autoComplete="off"
        error={errors.currency}
        onChange={({ target }) => change({ currency: target.value.toUpperCase() })}
      />
      <TextField
        label="Exchange rate"
        optional
        hint={`${currency} for one unit of the file's currency, such as 1.25`}
        value={values.rate}
        maxLength={20}
        inputMode="decimal"
        autoComplete="off"
        error={errors.rate}
        onChange={({ target }) => change({ rate: target.value })}
      />
      <TextField
        label="Signs in prices"
        optional
        hint="If a sign means something else here, such as $=CAD or kr=SEK"
        value={values.symbols}
        maxLength={60}
        autoComplete="off"
        error={errors.symbols}
        onChange={({ target }) => change({ symbols: target.value })}
      />
      {selects.map(({ name, ...select }) => (
        <SelectField
          key={name}
          {...select}
          placeholder={fromFile}
          value={values[name]}
          error={errors[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
      <TextField
        label="Location"
        optional
        hint="Of cars without one; otherwise your own"
        value={values.location}
        maxLength={160}
        autoComplete="off"
        error={errors.location}
        onChange={({ target }) => change({ location: target.value })}
      />
      <NewModels values={values} change={change} />
    </div>
  );
}

function NewModels({ values, change }: Pick<Props, "values" | "change">) {
  return (
    <label className="flex items-start gap-3 self-center">
      <input
        type="checkbox"
        checked={values.newModels}
        className="mt-1 size-4.5 shrink-0 accent-action-ink"
        onChange={({ target }) => change({ newModels: target.checked })}
      />
      <span>
        Accept new models
        <span className="block text-sm text-muted">
          Also lists models that the shop does not know
        </span>
      </span>
    </label>
  );
}
