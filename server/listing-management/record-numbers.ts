import { plateOf } from "#shared/listings/car-numbers.ts";
import type { Make } from "#shared/makes/all-makes.ts";
import { carKeysOf, recordCarKeys } from "#server/car-history/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";

type NumberedCar = {
  id: string;
  sellerId: string;
  make: Make;
  model: string | null;
  year: number | null;
  stockNumber: string | null;
  registration: string | null;
};

/** Adds to a car's history by which numbers its seller's later listings of it are found, as a feed does. */
export async function recordNumbers(
  tx: Executor,
  { digest }: Pick<Deps["secrets"], "digest">,
  { id, registration, ...car }: NumberedCar,
): Promise<void> {
  const keys = carKeysOf({ ...car, plate: plateOf(registration) }, digest);
  await recordCarKeys(tx, [{ listingId: id, keys: keys.map((key) => key.toString("hex")) }]);
}
