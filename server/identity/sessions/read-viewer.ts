import { AppError } from "#shared/errors/app-error.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { verifyAccessToken } from "./access-token.ts";
import type { Identity } from "../identity.ts";
import { touchSession } from "./session-store.ts";
import { findViewer } from "./viewer-store.ts";

/**
 * The caller of the Authorization header; null without one. Account and role are read on every call, so sign-out,
 * deletion and role changes apply at once and not when the token expires.
 * @throws AppError token_invalid if the token is not valid or its session has ended
 */
export async function readViewer(
  deps: { db: Database; identity: Identity },
  authorization: string | undefined,
): Promise<Viewer | null> {
  if (authorization === undefined) return null;
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw new AppError("token_invalid");
  const viewerRow = await findViewer(
    deps.db,
    await verifyAccessToken(deps.identity.tokenKey, token),
  );
  if (!viewerRow) throw new AppError("token_invalid");
  const { isSeenLately, ...viewer } = viewerRow;
  if (!isSeenLately) await touchSession(deps.db, viewer.sessionId);
  return viewer;
}
