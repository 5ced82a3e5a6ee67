import { invalidRequest } from "./api-error.ts";

// Far more than any API call has. Without a limit, a small body could keep the process busy for minutes.
const mostPairs = 300;
const deepest = 6;

export type FormValue = string | FormValue[] | FormMap;
export type FormMap = { [name: string]: FormValue };

/**
 * Reads `application/x-www-form-urlencoded` as the provider does: `a[b]=1` is a map, `a[]=1` and `a[0]=1` a list.
 * @throws ApiError 400 if names contradict each other or there are too many
 */
export function parseForm(text: string): FormMap {
  const root: FormMap = Object.create(null);
  if (text.split("&", mostPairs + 1).length > mostPairs)
    throw invalidRequest("Invalid request: too many parameters.");
  for (const [name, value] of new URLSearchParams(text)) {
    if (value.includes("\u0000") || name.includes("\u0000"))
      throw invalidRequest("Invalid character in the request: null byte.");
    put(root, pathOf(name), value);
  }
  return mapLists(root) as FormMap;
}

function pathOf(name: string): string[] {
  const open = name.indexOf("[");
  if (open <= 0 || !name.endsWith("]")) return [name];
  const path = [name.slice(0, open), ...name.slice(open + 1, -1).split("][", deepest)];
  if (path.length > deepest) throw invalidRequest("Invalid request: nested too deeply.");
  return path;
}

function put(root: FormMap, path: string[], value: string): void {
  let map = root;
  for (const [depth, part] of path.entries()) {
    const key = part === "" ? String(Object.keys(map).length) : part;
    if (depth === path.length - 1) {
      map[key] = value;
      return;
    }
    const next = map[key] ?? (map[key] = Object.create(null) as FormMap);
    if (typeof next === "string" || Array.isArray(next))
      throw invalidRequest(`Invalid request: '${path[0]}' is given both as a text and as a hash.`);
    map = next;
  }
}

function mapLists(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name, at) => name === String(at)))
    return names.map((name) => mapLists(value[name]!));
  for (const name of names) value[name] = mapLists(value[name]!);
  return value;
}
