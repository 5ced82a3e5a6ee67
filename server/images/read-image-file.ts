import { readFile } from "node:fs/promises";
import path from "node:path";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import { imageId, imageKinds, imageWidths, type ImageKind } from "./image-address.ts";
import { imageFolder } from "./image-folder.ts";
import { isImageAlive } from "./image-store.ts";

const fileName = new RegExp(`^(${imageWidths.join("|")})\\.(${imageKinds.join("|")})$`);

/**
 * The bytes of an upload in one width and format. If the upload is smaller than the width, its largest file.
 * @throws AppError not_found if there is no such file or the upload has expired
 */
export async function readImageFile(
  deps: Pick<Deps, "db" | "config">,
  id: string,
  file: string,
): Promise<{ kind: ImageKind; bytes: Buffer }> {
  const [, width, kind] = fileName.exec(file) ?? [];
  if (
    !imageId.test(id) ||
    width === undefined ||
    kind === undefined ||
    !(await isImageAlive(deps.db, id))
  )
    throw new AppError("not_found");
  for (const candidate of imageWidths.filter((known) => known <= Number(width)).reverse()) {
    const bytes = await readIfExists(
      path.join(imageFolder(deps.config, id), `${candidate}.${kind}`),
    );
    if (bytes) return { kind: kind as ImageKind, bytes };
  }
  throw new AppError("not_found");
}

async function readIfExists(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
