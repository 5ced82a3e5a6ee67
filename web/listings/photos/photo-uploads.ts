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
  const list = photoList(initial);
  const files = new Map<string, { file: File; uploadedAt: number }>();
  let running: Promise<void> = Promise.resolve();
  let serial = 0;

  async function run(key: string): Promise<void> {
    const chosen = files.get(key);
    if (!chosen || !list.find(key)) return;
    try {
      const broken = refuse(chosen.file);
      if (broken) throw new Error(broken);
      const image = await upload(chosen.file);
      chosen.uploadedAt = now();
      list.change(key, { image, error: null });
    } catch (error) {
      const message = error instanceof Error ? error.message : "This photo could not be uploaded.";
      list.change(key, { image: null, error: message });
    }
  }

  function start(key: string) {
    list.change(key, { image: null, error: null });
    running = running.then(() => run(key));
  }

  return {
    read: list.read,
    subscribe: list.subscribe,
    /** Whether the photos, their order or a text differ from the initial ones. */
    isChanged: () =>
      list.read().length !== initial.length ||
      list.read().some(({ key, alt }, at) => key !== initial[at]?.image || alt !== initial[at].alt),
    move: list.move,
    describe: (key: string, alt: string) => list.change(key, { alt }),
    /** Adds files at the end and returns how many did not fit. */
    add(chosen: readonly File[]): number {
      const fitting = chosen.slice(0, maximumPhotos - list.read().length);
      const added = fitting.map((file) => {
        const key = `file-${(serial += 1)}`;
        files.set(key, { file, uploadedAt: 0 });
        const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : "";
        return { key, alt: "", preview, image: null, error: null };
      });
      list.set([...list.read(), ...added]);
      for (const { key } of added) start(key);
      return chosen.length - fitting.length;
    },
    remove(key: string) {
      const gone = list.find(key);
      if (gone?.preview.startsWith("blob:")) URL.revokeObjectURL(gone.preview);
      files.delete(key);
      list.set(list.read().filter((photo) => photo.key !== key));
    },
    retry: start,
    /**
     * The photos for the server, once all uploads have ended. Uploads that may have expired are repeated.
     * @throws AppError with `fields.photos` if one failed
     */
    async finish(): Promise<PhotoBody[]> {
      for (const { key, image } of list.read()) {
        const chosen = files.get(key);
        if (chosen && image !== null && now() - chosen.uploadedAt > uploadLives) start(key);
      }
      await running;
      const failed = list.read().find(({ error }) => error !== null);
      if (failed?.error) {
        const fields = { photos: failed.error };
        throw new AppError("image_unreadable", { message: failed.error, fields });
      }
      return list.read().map(({ image, alt }) => ({ image: image!, alt: alt.trim() }));
    },
  };
}

/** The list itself, in the seller's order, and who listens to it. */
function photoList(initial: readonly Photo[]) {
  let photos: readonly FormPhoto[] = initial.map(({ image, alt }) => ({
    ...{ key: image, alt, image, preview: image, error: null },
  }));
  const listeners = new Set<() => void>();

  function set(next: readonly FormPhoto[]) {
    photos = next;
    for (const listener of listeners) listener();
  }

  return {
    read: () => photos,
    set,
    find: (key: string) => photos.find((photo) => photo.key === key),
    change: (key: string, changes: Partial<FormPhoto>) =>
      set(photos.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo))),
    /** Moves a photo to a position; the others keep their order. */
    move(key: string, to: number) {
      const moved = photos.find((photo) => photo.key === key);
      if (!moved) return;
      const others = photos.filter((photo) => photo !== moved);
      set([...others.slice(0, to), moved, ...others.slice(to)]);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type PhotoUploads = ReturnType<typeof createPhotoUploads>;
