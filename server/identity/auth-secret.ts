import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import { syncFolder } from "#server/platform/sync-folder.ts";

/**
 * The secret that signs session cookies and access tokens: AUTH_SECRET, or one that is generated once and stored in
 * DATA_DIR/auth-secret, readable only by its owner.
 */
export async function readAuthSecret(
  config: Pick<Config, "AUTH_SECRET" | "DATA_DIR">,
): Promise<string> {
  if (config.AUTH_SECRET) return config.AUTH_SECRET;
  const file = path.join(config.DATA_DIR, "auth-secret");
  return (await readSecret(file)) ?? createSecret(file);
}

async function createSecret(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  try {
    // A hard link appears complete and only once, so two processes that start together read the same secret.
    await link(draft, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = await readSecret(file);
  if (secret === null) throw new Error(`${file} could not be read back.`);
  return secret;
}

async function readSecret(file: string): Promise<string | null> {
  try {
    const secret = (await readFile(file, "utf8")).trim();
    if (secret.length < 32)
      throw new Error(
        `${file} contains no secret. Delete it and restart: a new secret is generated, and all users sign in again.`,
      );
    return secret;
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
