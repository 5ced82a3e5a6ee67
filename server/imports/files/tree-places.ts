import { beyondLimit, readLimits } from "./read-limits.ts";

/** Where elements and facts with one path are in a tree: "stock/car/price". */
export type TreePlace = {
  readonly path: string;
  readonly inside: Map<string, TreePlace>;
  /** How often it was an element, and whether several began in one line. */
  times: number;
  lastLine: number;
  sharesLines: boolean;
  isLeaf: boolean;
  /** Whether an element around it had it several times. `lastAround`: the last such element's number. */
  isRepeated: boolean;
  lastAround: number;
};

/** The places of a tree. Each step down costs the same, however deep it is and however long its path. */
export function createTreePlaces(file: string) {
  // Names can have slashes, so several ways can lead to one path.
  const byPath = new Map<string, TreePlace>();
  const root = placeOf("");

  function below(around: TreePlace, name: string): TreePlace {
    const existing = around.inside.get(name);
    if (existing) return existing;
    const path = around.path === "" ? name : `${around.path}/${name}`;
    if (path.length > readLimits.path)
      throw beyondLimit(
        file,
        readLimits.path,
        "characters in the names of elements inside each other",
        "Shorten the names.",
      );
    const place = byPath.get(path) ?? placeOf(path);
    byPath.set(path, place);
    around.inside.set(name, place);
    if (byPath.size > readLimits.paths)
      throw beyondLimit(
        file,
        readLimits.paths,
        "different elements",
        "Export the same elements for each car.",
      );
    return place;
  }
  return { root, below, byPath };
}

const placeOf = (path: string): TreePlace => ({
  path,
  inside: new Map(),
  times: 0,
  lastLine: 0,
  sharesLines: false,
  isLeaf: false,
  isRepeated: false,
  lastAround: 0,
});
