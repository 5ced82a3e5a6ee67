import { useState } from "react";
import type { Photo } from "#shared/listings/listing.ts";
import { refuseImage, uploadImage } from "#web/images/upload-image.ts";
import { useShop } from "#web/platform/root-data.ts";
import { createPhotoUploads } from "./photo-uploads.ts";

/** The photos of a form. Uploads stop when `signal` aborts. */
export function usePhotoUploads(initial: readonly Photo[], signal: () => AbortSignal) {
  const { imageHost } = useShop();
  const [uploads] = useState(() =>
    createPhotoUploads(initial, {
      upload: (file) => uploadImage(imageHost, file, { signal: signal() }),
      refuse: refuseImage,
    }),
  );
  return uploads;
}
