import { fold } from "#shared/text/fold.ts";
import { allMakeNames, allMakes, type Make } from "./all-makes.ts";

/** The makes of a shop that does not set MAKES. */
const usualMakes: readonly Make[] = ["BMW", "Mercedes-Benz", "Audi"];

/**
 * The makes that the setting MAKES names, separated by commas, by the id of their category. `all` names every make.
 * A mistake says which name no make has.
 */
export function chooseMakes(setting: string | undefined): { makes: Make[] } | { mistake: string } {
  if (!setting?.trim()) return { makes: [...usualMakes] };
  if (fold(setting) === "all") return { makes: [...allMakeNames] };
  const chosen = new Set<Make>();
  for (const word of setting.split(",")) {
    const make = allMakes.find(({ name, spellings }) =>
      [fold(name), ...spellings].includes(fold(word)),
    );
    if (!make)
      return { mistake: `names "${word.trim()}", which is not one of ${allMakeNames.join(", ")}` };
    chosen.add(make.name);
  }
  return { makes: allMakeNames.filter((name) => chosen.has(name)) };
}
