import type { Make } from "#shared/makes/all-makes.ts";
import { keysOf, wordsOf } from "#shared/makes/find-model.ts";
import { modelTable } from "#shared/makes/model-table.ts";
import { ofEachMake } from "#shared/makes/sold-makes.ts";
import { editDistance } from "#shared/text/edit-distance.ts";
import { rememberShort } from "./remember-short.ts";

// More are no help: "GLX" is as near to six models.
const mostSuggestions = 3;
const longestName = 20;

/**
 * Known models whose names are spelled almost as a model that is not known: "GLC Class" for "GLCC". Names with other
 * digits are other cars: an "X8" is no mistyped X7.
 */
export function suggestModels(make: Make, text: string): string[] {
  return nearest[make](text);
}

const nearest = ofEachMake((make) => rememberShort((text) => findNearest(make, text)));

function findNearest(make: Make, text: string): string[] {
  const words = wordsOf(text);
  const starts = [1, 2, 3]
    .filter((count) => count <= words.length)
    .map((count) => words.slice(0, count).join(""))
    .filter((start) => start.length >= 3 && start.length <= longestName);
  let least = Number.POSITIVE_INFINITY;
  const distances = new Map<string, number>();
  for (const facts of modelTable.filter((model) => model.make === make))
    for (const key of keysOf(facts))
      for (const start of starts) {
        const most = key.length < 6 ? 1 : 2;
        const distance = editDistance(start, key, most);
        if (distance > most || digitsOf(start) !== digitsOf(key)) continue;
        distances.set(facts.model, Math.min(distance, distances.get(facts.model) ?? distance));
        least = Math.min(least, distance);
      }
  const models = [...distances]
    .filter(([, distance]) => distance === least)
    .map(([model]) => model);
  return models.length <= mostSuggestions ? models : [];
}

const digitsOf = (text: string) => text.replace(/\D/g, "");
