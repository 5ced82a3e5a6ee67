import { AppError } from "#shared/errors/app-error.ts";
import { isSuspended } from "#server/accounts/public.ts";
import { whileSuspended } from "#server/seller-limits/public.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** Refuses to read a file of a seller who was suspended while it arrived or waited. @throws AppError not_allowed */
export async function refuseSuspended(db: Executor, sellerId: string): Promise<void> {
  if (await isSuspended(db, sellerId)) throw suspended();
}

export function suspended(): AppError {
  return new AppError("not_allowed", { message: whileSuspended });
}
