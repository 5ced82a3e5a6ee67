import type { Readable } from "node:stream";

/** One width and format of an image, such as `640.webp`. */
export type ImageFile = { name: string; bytes: Buffer };

/** Bytes of a file, both inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * Where the files of uploads are: `<id>/<width>.<format>`. Whether an image may be shown is decided by its row in the
 * database, so files without a row are invisible.
 */
export type ImageStore = {
  /** For logs and messages. */
  name: string;
  /** @throws ConfigError, worded for the operator, if images cannot be stored and read */
  check(): Promise<void>;
  /**
   * Stores the files of a new image. If it fails, some files can remain; they have no row and are removed later.
   * @throws ImageStoreError
   */
  write(id: string, files: readonly ImageFile[]): Promise<void>;
  /** Writes one file of an image, also over an existing one. Readers see the old file or the new one. */
  replaceFile(id: string, file: ImageFile): Promise<void>;
  /** Size and recorded hash of a file; null if there is none. @throws ImageStoreError */
  find(id: string, name: string): Promise<FoundFile | null>;
  /**
   * Opens a file; null if there is none. The caller must read or destroy `body`.
   * @throws ImageStoreError if the store fails, does not respond in time, or `signal` aborts
   */
  open(
    id: string,
    name: string,
    options?: { range?: ByteRange | undefined; signal?: AbortSignal | undefined },
  ): Promise<(FoundFile & { body: Readable }) | null>;
  /** The ids of all images, in pages. */
  listImages(): AsyncIterable<string[]>;
  /** The names of an image's files; none if there is no such image. */
  listFiles(id: string): Promise<string[]>;
  /** When an image's files last changed; null if there is no such image. */
  changedAt(id: string): Promise<Date | null>;
  /** Removes all files of an image, if there are any. @throws ImageStoreError */
  remove(id: string): Promise<void>;
  /** Removes what writes that crashed before this time left behind. */
  removeUnfinished(before: Date): Promise<void>;
  /** Closes connections. */
  close(): void;
};

type FoundFile = {
  /** In bytes; of `open` with a range, of that range. */
  size: number;
  /** SHA-256 in hex, recorded when the file was written; null where none is recorded. */
  sha256: string | null;
};

/** The store failed or did not respond in time. The message is for the operator. */
export class ImageStoreError extends Error {}
