import { numberNames, type OwnNumbers } from "#shared/listings/car-numbers.ts";
import type { ChangeProductBody } from "#shared/listings/listing-contract.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { refused } from "./listing-values.ts";
import { isOfFeed } from "./own-listing-store.ts";

const message = "A feed lists this car. Change this in the feed's file.";

/**
 * A feed states the numbers of its cars with each file, so they are not changed beside it.
 * @throws AppError invalid_input with the fields, if a feed lists the car
 */
export async function refuseNumbersOfFeed(
  tx: Executor,
  id: string,
  before: Pick<OwnNumbers, "stockNumber" | "registration">,
  body: ChangeProductBody,
): Promise<void> {
  const changed = numberNames.filter(
    (name) => body[name] !== undefined && (body[name] || null) !== before[name],
  );
  if (changed.length === 0 || !(await isOfFeed(tx, id))) return;
  throw refused(Object.fromEntries(changed.map((name) => [name, message])));
}
