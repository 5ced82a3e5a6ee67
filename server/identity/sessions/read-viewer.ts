import { AppError } from "#shared/errors/app-error.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { verifyAccessToken } from "./access-token.ts";
import type { Identity } from "../create-identity.ts";
import { noteSeen } from "./session-store.ts";
import { findViewer } from "./viewer-store.ts";

/**
 * Who is calling, from the Authorization header: null without one. The account and its role are read at every call,
 * so sign-out, deletion and a new role hold from the next call on and not from the token's end.
 * @throws AppError token_invalid for a header that is no live token of ours
 */
export async function readViewer(
  deps: { db: Database; identity: Identity },
  authorization: string | undefined,
): Promise<Viewer | null> {
  if (authorization === undefined) return null;
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw new AppError("token_invalid");
  const found = await findViewer(deps.db, await verifyAccessToken(deps.identity.tokenKey, token));
  if (!found) throw new AppError("token_invalid");
  const { isSeenLately, ...viewer } = found;
  if (!isSeenLately) await noteSeen(deps.db, viewer.sessionId);
  return viewer;
}
