import { useSyncExternalStore } from "react";
import type { FormPhoto, PhotoUploads } from "./photo-uploads.ts";

/** How many photos are still to be uploaded. */
export function waitingPhotos(photos: readonly FormPhoto[]): number {
  return photos.filter(({ image, error }) => image === null && error === null).length;
}

/** What a form waits for while its photos are uploaded, as their list may be far above its button. */
export function UploadNote({ uploads }: { uploads: PhotoUploads }) {
  const photos = useSyncExternalStore(uploads.subscribe, uploads.read, uploads.read);
  const waiting = waitingPhotos(photos);
  if (waiting === 0) return null;
  return (
    <p
      role="status"
      className="text-sm text-muted"
    >{`Uploading photo ${photos.length - waiting + 1} of ${photos.length}. The car is sent after it.`}</p>
  );
}
