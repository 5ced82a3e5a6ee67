import { readPageSearch, searchOnly } from "#shared/search/search-contract.ts";
import type { Search } from "#shared/search/search-filters.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { validateInput } from "#server/platform/http/validate-input.ts";

const validate = validateInput({ schema: searchOnly, method: "", url: "" });

/**
 * Reads a search from URL parameters, as strictly as GET /listings.
 * @throws AppError invalid_input, which names each parameter that is unknown or not valid
 */
export function readSearch(parameters: string): Search {
  const given = new URLSearchParams(parameters);
  const unknown = [...new Set(given.keys())].filter((name) => !(name in searchOnly.shape));
  if (unknown.length > 0) {
    const message = (name: string) => `A search has no parameter ${name.slice(0, 60)}.`;
    throw new AppError("invalid_input", {
      message: message(unknown[0]!),
      fields: Object.fromEntries(unknown.slice(0, 10).map((name) => [name, message(name)])),
    });
  }
  const values: Record<string, string | string[]> = {};
  for (const name of given.keys()) {
    const all = given.getAll(name);
    values[name] = all.length > 1 ? all : all[0]!;
  }
  const read = validate(values) as { value?: Search; error?: Error };
  if (read.error) throw read.error;
  return read.value!;
}

/** Reads a search that was stored. A value that is no longer valid is left out. */
export function readStoredSearch(parameters: string): Search {
  try {
    return readSearch(parameters);
  } catch {
    return readPageSearch(new URLSearchParams(parameters));
  }
}
