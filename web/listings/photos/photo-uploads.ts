import { AppError } from "#shared/errors/app-error.ts";
import type { PhotoBody } from "#shared/listings/listing-contract.ts";
import { maximumPhotos, type Photo } from "#shared/listings/listing.ts";

/** A photo in the form. `image` is its URL once it is uploaded. */
export type FormPhoto = {
  key: string;
  alt: string;
  preview: string;
  image: string | null;
  /** Why it could not be uploaded. */
  error: string | null;
};

type Uploads = {
  /** Uploads a file and returns its URL. */
  upload: (file: File) => Promise<string>;
  /** Why a file cannot be uploaded; null if it can. */
  refuse: (file: File) => string | null;
  now?: () => number;
};

// The image host keeps an unclaimed upload for an hour.
const uploadLives = 50 * 60_000;

/**
 * The photos of a form: a list that the seller orders, and uploads that run one after the other as soon as files are
 * chosen. The first photo is the cover.
 */
export function createPhotoUploads(
  initial: readonly Photo[],
  { upload, refuse, now = Date.now }: Uploads,
) {
  let photos: readonly FormPhoto[] = initial.map(({ image, alt }) => ({
    ...{ key: image, alt, image, preview: image, error: null },
  }));
  const files = new Map<string, { file: File; uploadedAt: number }>();
  const listeners = new Set<() => void>();
  let running: Promise<void> = Promise.resolve();
  let serial = 0;

  function set(next: readonly FormPhoto[]) {
    photos = next;
    for (const listener of listeners) listener();
  }
  const change = (key: string, changes: Partial<FormPhoto>) =>
    set(photos.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo)));
  const has = (key: string) => photos.some((photo) => photo.key === key);

  async function run(key: string): Promise<void> {
    const chosen = files.get(key);
    if (!chosen || !has(key)) return;
    try {
      const broken = refuse(chosen.file);
      if (broken) throw new Error(broken);
      const image = await upload(chosen.file);
      chosen.uploadedAt = now();
      change(key, { image, error: null });
    } catch (error) {
      const message = error instanceof Error ? error.message : "This photo could not be uploaded.";
      change(key, { image: null, error: message });
    }
  }

  function start(key: string) {
    change(key, { image: null, error: null });
    running = running.then(() => run(key));
  }

  return {
    read: () => photos,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Adds files at the end and returns how many did not fit. */
    add(chosen: readonly File[]): number {
      const fitting = chosen.slice(0, maximumPhotos - photos.length);
      const added = fitting.map((file) => {
        const key = `file-${(serial += 1)}`;
        files.set(key, { file, uploadedAt: 0 });
        const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : "";
        return { key, alt: "", preview, image: null, error: null };
      });
      set([...photos, ...added]);
      for (const { key } of added) start(key);
      return chosen.length - fitting.length;
    },
    remove(key: string) {
      const gone = photos.find((photo) => photo.key === key);
      if (gone?.preview.startsWith("blob:")) URL.revokeObjectURL(gone.preview);
      files.delete(key);
      set(photos.filter((photo) => photo.key !== key));
    },
    /** Moves a photo to a position; the others keep their order. */
    move(key: string, to: number) {
      const moved = photos.find((photo) => photo.key === key);
      if (!moved) return;
      const others = photos.filter((photo) => photo !== moved);
      set([...others.slice(0, to), moved, ...others.slice(to)]);
    },
    describe: (key: string, alt: string) => change(key, { alt }),
    retry: start,
    /**
     * The photos for the server, once all uploads have ended. Uploads that may have expired are repeated.
     * @throws AppError with `fields.photos` if one failed
     */
    async finish(): Promise<PhotoBody[]> {
      for (const { key, image } of photos) {
        const chosen = files.get(key);
        if (chosen && image !== null && now() - chosen.uploadedAt > uploadLives) start(key);
      }
      await running;
      const failed = photos.find(({ error }) => error !== null);
      if (failed?.error) {
        const fields = { photos: failed.error };
        throw new AppError("image_unreadable", { message: failed.error, fields });
      }
      return photos.map(({ image, alt }) => ({ image: image!, alt: alt.trim() }));
    },
  };
}

export type PhotoUploads = ReturnType<typeof createPhotoUploads>;
