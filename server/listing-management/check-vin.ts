import type { Make } from "#shared/makes/all-makes.ts";
import { examineVin } from "#shared/vin/vin.ts";
import { listLiveVins, lockVins } from "#server/bookings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { refused } from "./listing-values.ts";

type GivenVin = {
  vin: string;
  make: Make;
  year: number | null;
  /** The seller says that an unusual VIN is right. */
  isConfirmed: boolean;
  /** The listing that gets it, if it exists. */
  listingId?: string;
};

/**
 * Checks the VIN that a listing is about to get, and locks it, so that no car is for sale twice.
 * @throws AppError invalid_input naming `vin`
 */
export async function checkVin(tx: Executor, given: GivenVin): Promise<void> {
  const { fault, question } = examineVin(given.vin, given);
  if (fault !== null) throw refused({ vin: fault });
  if (question !== null && !given.isConfirmed)
    throw refused({ vin: `${question} Correct it, or confirm that it is right (vinConfirmed).` });
  await refuseLiveVin(tx, given);
}

/** Locks a VIN that a listing is about to put on sale. @throws AppError invalid_input naming `vin`, if another has it */
export async function refuseLiveVin(
  tx: Executor,
  { vin, listingId }: { vin: string; listingId?: string },
): Promise<void> {
  await lockVins(tx, [vin]);
  const live = await listLiveVins(tx, [vin], { except: listingId });
  if (live.length > 0) throw refused({ vin: "A car with this VIN is already for sale here." });
}
