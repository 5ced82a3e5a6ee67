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
  /** The photos to begin with, if not the initial ones: those of a draft. */
  draft?: readonly Photo[] | undefined;
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
  { upload, refuse, draft, now = Date.now }: Uploads,
) {
  const list = photoList(draft ?? initial);
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
      list.change(key, { image: null, error: messageOf(error) });
    }
  }

  /** Tries the uploads again that failed, but not those of files that no host would take. */
  function retryFailed() {
    for (const { key, error } of list.read()) {
      const file = files.get(key)?.file;
      if (file && error !== null && refuse(file) === null) start(key);
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
    isChanged: () => differ(list.read(), initial),
    move: list.move,
    /** Says that a photo of a draft is no longer at the host. */
    expire: (key: string) => list.change(key, expired),
    describe: (key: string, alt: string) => list.change(key, { alt }),
    /** Adds files at the end and returns how many did not fit. */
    add(chosen: readonly File[]): number {
      const fitting = chosen.slice(0, maximumPhotos - list.read().length);
      const added = fitting.map((file) => {
        const key = `file-${(serial += 1)}`;
        files.set(key, { file, uploadedAt: 0 });
        return { key, alt: "", preview: previewOf(file), image: null, error: null };
      });
      list.set([...list.read(), ...added]);
      for (const { key } of added) start(key);
      return chosen.length - fitting.length;
    },
    remove(key: string) {
      const removal = list.find(key);
      if (removal?.preview.startsWith("blob:")) URL.revokeObjectURL(removal.preview);
      files.delete(key);
      list.set(list.read().filter((photo) => photo.key !== key));
    },
    retry: start,
    retryFailed,
    /**
     * The photos for the server, once all uploads have ended. Those that failed or may have expired are tried again.
     * @throws AppError with `fields.photos` if one failed
     */
    async finish(): Promise<PhotoBody[]> {
      for (const { key, image } of list.read()) {
        const chosen = files.get(key);
        if (chosen && image !== null && now() - chosen.uploadedAt > uploadLives) start(key);
      }
      retryFailed();
      await running;
      return sentPhotos(list.read());
    },
  };
}

/** @throws AppError with `fields.photos` if one failed */
function sentPhotos(photos: readonly FormPhoto[]): PhotoBody[] {
  const message = photos.find(({ error }) => error !== null)?.error;
  if (message) throw new AppError("image_unreadable", { message, fields: { photos: message } });
  return photos.map(({ image, alt }) => ({ image: image!, alt: alt.trim() }));
}

const expired = { image: null, error: "It was kept for an hour. Please choose it again." };

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : "This photo could not be uploaded.";

function previewOf(file: File): string {
  return file.type.startsWith("image/") ? URL.createObjectURL(file) : "";
}

function differ(photos: readonly FormPhoto[], initial: readonly Photo[]): boolean {
  return (
    photos.length !== initial.length ||
    photos.some(({ key, alt }, at) => key !== initial[at]?.image || alt !== initial[at].alt)
  );
}

/** The list itself, in the seller's order, and who listens to it. */
function photoList(initial: readonly Photo[]) {
  let photos: readonly FormPhoto[] = initial.map(({ image, alt }) => ({
    key: image,
    alt,
    image,
    preview: image,
    error: null,
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
