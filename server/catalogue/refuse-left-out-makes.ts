import { makes } from "#shared/makes/sold-makes.ts";
import { inSentence } from "#shared/text/in-sentence.ts";
import { ConfigError } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { countListedOfOtherMakes } from "./catalogue-store.ts";

/**
 * Refuses to start a shop without a make of which it has cars: they would be in no list, and could not be edited.
 * @throws ConfigError that names these makes
 */
export async function refuseLeftOutMakes(executor: Executor): Promise<void> {
  const leftOut = await countListedOfOtherMakes(executor, makes);
  if (leftOut.length === 0) return;
  const cars = leftOut.map(({ make, count }) => `${count} of ${make}`);
  const names = leftOut.map(({ make }) => make);
  throw new ConfigError(
    `MAKES leaves out makes of which cars are listed: ${inSentence(cars, "and")}. Add ${inSentence(names, "and")} to MAKES, or take these cars off sale before you leave them out.`,
  );
}
