import { createHash, randomBytes } from "node:crypto";
import type { ApiKeyScope } from "#shared/api-keys/api-key-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { findKeyOwner, noteKeyUse } from "./api-key-store.ts";

/** Every key starts with it, so that scanners find keys in public code. */
const prefix = "marque_";
const shape = /^Bearer (marque_[\w-]{43})$/i;

/** A new key: its whole text, which is not stored, and what is. */
export function makeKey(): { key: string; hash: string; start: string } {
  const key = prefix + randomBytes(32).toString("base64url");
  return { key, hash: hashOf(key), start: key.slice(0, prefix.length + 4) };
}

/** The API key of an Authorization header; null if the header has none. */
export function keyIn(authorization: string | undefined): string | null {
  return shape.exec(authorization ?? "")?.[1] ?? null;
}

/**
 * The owner of a key and what it may do. Read on every call, so that a revoked key stops working at once.
 * @throws AppError token_invalid if the key is unknown, revoked or expired, or its owner is suspended or deleted
 */
export async function readKey(
  db: Executor,
  key: string,
): Promise<{ keyId: string; viewer: Viewer; scopes: ApiKeyScope[] }> {
  const owner = await findKeyOwner(db, hashOf(key));
  if (!owner)
    throw new AppError("token_invalid", {
      message: "This API key is not valid. It may have been revoked or have expired.",
    });
  if (!owner.isUsedLately) await noteKeyUse(db, owner.keyId);
  return { keyId: owner.keyId, viewer: owner.viewer, scopes: owner.scopes };
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
