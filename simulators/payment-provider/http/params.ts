import { invalidRequest } from "./api-error.ts";
import type { FormMap, FormValue } from "./parse-form.ts";

/** Reads one parameter or throws the provider's error. `name` is its full name, such as `card[cvc]`. */
export type Reader<T> = (value: FormValue | undefined, name: string) => T;
type Readers = Record<string, Reader<unknown>>;
export type Read<R extends Readers> = { [K in keyof R]: ReturnType<R[K]> };

/** Reads the parameters of a request and refuses unknown ones. */
export function readParams<R extends Readers>(params: FormMap, readers: R): Read<R> {
  return readMap(params, readers, (name) => name);
}

function readMap<R extends Readers>(map: FormMap, readers: R, full: (name: string) => string) {
  const unknown = Object.keys(map).filter((name) => !Object.hasOwn(readers, name));
  if (unknown.length > 0)
    throw invalidRequest(
      `Received unknown parameter${unknown.length > 1 ? "s" : ""}: ${unknown.map(full).join(", ")}`,
      { code: "parameter_unknown", param: full(unknown[0]!) },
    );
  const read: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries(readers)) read[name] = reader(map[name], full(name));
  return read as Read<R>;
}

export function required<T>(reader: Reader<T>): Reader<NonNullable<T>> {
  return (value, name) => {
    const read = reader(value, name);
    if (value === undefined || read === undefined || read === null) throw missing(name);
    return read;
  };
}

function missing(name: string) {
  return invalidRequest(`Missing required param: ${name}.`, {
    code: "parameter_missing",
    param: name,
  });
}

/** A non-empty string. */
export const text: Reader<string | undefined> = (value, name) => {
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw invalidRequest(`Invalid string: ${name}`, { param: name });
  if (value === "")
    throw invalidRequest(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; ` +
        `however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
      { code: "parameter_invalid_empty", param: name },
    );
  if (value.length > 5_000)
    throw invalidRequest(
      `Invalid string: ${value.slice(0, 20)}...${value.slice(-5)}; must be at most 5000 characters`,
      { param: name },
    );
  return value;
};

/** A string; an empty value unsets it (null). */
export const optionalText: Reader<string | null | undefined> = (value, name) =>
  value === "" ? null : text(value, name);

export const integer: Reader<number | undefined> = (value, name) => {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || !/^-?\d{1,15}$/.test(value))
    throw invalidRequest(`Invalid integer: ${typeof value === "string" ? value : name}`, {
      code: "parameter_invalid_integer",
      param: name,
    });
  return Number(value);
};

export const boolean: Reader<boolean | undefined> = (value, name) => {
  if (value === undefined) return undefined;
  if (value !== "true" && value !== "false")
    throw invalidRequest(`Invalid boolean: ${typeof value === "string" ? value : name}`, {
      param: name,
    });
  return value === "true";
};

export function oneOf<const T extends string>(...allowed: T[]): Reader<T | undefined> {
  return (value, name) => {
    if (value === undefined) return undefined;
    if (!allowed.includes(value as T))
      throw invalidRequest(`Invalid ${name}: must be one of ${allowed.join(", ")}`, {
        param: name,
      });
    return value as T;
  };
}

export function listOf<T>(reader: Reader<T | undefined>): Reader<T[] | undefined> {
  return (value, name) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw invalidRequest("Invalid array", { param: name });
    return value.map((item, at) => required(reader)(item, `${name}[${at}]`));
  };
}

export function shape<R extends Readers>(readers: R): Reader<Read<R> | undefined> {
  return (value, name) => {
    if (value === undefined) return undefined;
    if (typeof value === "string" || Array.isArray(value))
      throw invalidRequest("Invalid object", { param: name });
    return readMap(value, readers, (inner) => `${name}[${inner}]`);
  };
}

/** A parameter of the real provider that has no effect here. */
export const ignored: Reader<undefined> = () => undefined;

/** Changes to the metadata of an object. An empty string unsets a key, or all keys if given instead of a map. */
export const metadata: Reader<Record<string, string> | null | undefined> = (value, name) => {
  if (value === undefined) return undefined;
  if (value === "") return null;
  if (typeof value === "string") throw invalidRequest("Invalid hash", { param: name });
  const entries = Object.entries(value);
  if (entries.length > 50)
    throw invalidRequest(`You can only specify up to 50 metadata keys.`, { param: name });
  for (const [key, item] of entries) {
    if (typeof item !== "string")
      throw invalidRequest(
        `Metadata values must be strings, but for key \`${key}\` it was a hash.`,
        {
          param: name,
        },
      );
    if (key.length > 40 || item.length > 500)
      throw invalidRequest(
        "Metadata keys can have up to 40 characters, and metadata values up to 500 characters.",
        { param: name },
      );
  }
  return Object.fromEntries(entries) as Record<string, string>;
};

/** The metadata after `change`. */
export function mergeMetadata(
  before: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === null) return {};
  const merged = { ...before, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}
