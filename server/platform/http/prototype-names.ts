import { AppError } from "#shared/errors/app-error.ts";

// Names that lead to an object's prototype when code copies fields by name. No call has a field of such a name.
const prototypeNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** The first of these names among the keys of a query, also within `a[b]` and `a.b`; null without any. */
export function prototypeNameInQuery(url: string): string | null {
  const start = url.indexOf("?");
  // Most queries have neither, so they are not parsed.
  if (start === -1 || !/proto|constructor|%/i.test(url.slice(start))) return null;
  for (const key of new URLSearchParams(url.slice(start + 1)).keys())
    for (const part of key.split(/[[\].]+/)) if (prototypeNames.has(part)) return part;
  return null;
}

/** Parses JSON. @throws AppError invalid_input if a key at any level is such a name, SyntaxError if it is not JSON */
export function parseWithoutPrototypeNames(json: string): unknown {
  // A reviver makes parsing slower. A key can also be written with escapes.
  if (!/"(?:__proto__|constructor|prototype)"|\\u/.test(json)) return JSON.parse(json);
  return JSON.parse(json, (key, value: unknown) => {
    if (prototypeNames.has(key)) throw refusedName(key, "field");
    return value;
  });
}

/** The refusal of such a name. */
export function refusedName(name: string, kind: "field" | "query parameter"): AppError {
  const message = `No call takes a ${kind} ${name}.`;
  return new AppError("invalid_input", { message, fields: { [name]: message } });
}
