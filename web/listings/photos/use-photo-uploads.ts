import { useEffect, useState } from "react";
import type { Photo } from "#shared/listings/listing.ts";
import { refuseImage, uploadImage } from "#web/images/upload-image.ts";
import { useShop } from "#web/platform/root-data.ts";
import { createPhotoUploads } from "./photo-uploads.ts";

/** The photos of a form. Uploads stop when `signal` aborts. */
export function usePhotoUploads(
  initial: readonly Photo[],
  draft: readonly Photo[] | undefined,
  signal: () => AbortSignal,
) {
  const { imageHost } = useShop();
  const [uploads] = useState(() =>
    createPhotoUploads(initial, {
      upload: (file) => uploadImage(imageHost, file, { signal: signal() }),
      refuse: refuseImage,
      draft,
    }),
  );
  useEffect(() => {
    window.addEventListener("online", uploads.retryFailed);
    return () => window.removeEventListener("online", uploads.retryFailed);
  }, [uploads]);
  useEffect(() => {
    // Uploads that no car claims are kept for an hour. A host that does not tell is believed.
    for (const { image } of draft ?? [])
      if (!initial.some((photo) => photo.image === image))
        void fetch(image, { method: "HEAD" }).then(
          ({ status }) => {
            if (status === 404 || status === 410) uploads.expire(image);
          },
          () => undefined,
        );
  }, [draft, initial, uploads]);
  return uploads;
}
