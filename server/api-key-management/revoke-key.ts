import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { deleteKey } from "#server/api-keys/public.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";

/** Revokes an API key of the viewer. It stops working at once. @throws AppError not_found if it is not theirs */
export async function revokeKey(
  { db }: Pick<Deps, "db">,
  { accountId }: Viewer,
  given: string,
): Promise<DeletedAnswer> {
  const { data: id } = z.uuid().safeParse(given);
  await db.transaction(async (tx) => {
    const message = "There is no such API key.";
    if (id === undefined || !(await deleteKey(tx, { id, accountId })))
      throw new AppError("not_found", { message, fields: { id: message } });
    await recordAudit(tx, {
      actorId: accountId,
      action: "key.revoke",
      subjectId: accountId,
      details: { key: id },
    });
  });
  return { deletedCount: 1 };
}
