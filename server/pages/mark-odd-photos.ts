import type { Photo } from "#shared/listings/listing.ts";
import type { Deps } from "#server/deps.ts";
import { listImageSizes, readImageAddress } from "#server/images/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { CarPage } from "#web/pages/page-services.ts";

/** Width by height of the frame of a photo on a car's page. */
const frame = 4 / 3;
/** How much of a photo may be cut off, so that it fills the frame. */
const mostCut = 0.2;

/** Whether filling the frame would cut off so much of a photo that it is shown whole instead. @internal */
export function isOddShape({ width, height }: { width: number; height: number }): boolean {
  const shape = width / height;
  return 1 - Math.min(shape / frame, frame / shape) > mostCut;
}

/** Marks the photos that are shown whole. The sizes of images on another host are not known. */
export async function markOddPhotos(
  { db, config }: { db: Executor; config: Deps["config"] },
  photos: readonly Photo[],
): Promise<CarPage["photos"]> {
  const ids = photos.map(({ image }) => {
    const address = readImageAddress(config, image);
    return address && "own" in address ? address.own : null;
  });
  const sizes = await listImageSizes(
    db,
    ids.filter((id) => id !== null),
  );
  const odd = new Set(sizes.filter(isOddShape).map(({ id }) => id));
  return photos.map((photo, at) => (odd.has(ids[at] ?? "") ? { ...photo, isWhole: true } : photo));
}
