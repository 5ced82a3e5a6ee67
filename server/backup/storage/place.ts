import type { Readable } from "node:stream";

export type StoredFile = { name: string; bytes: number; at: Date };

/** Where backups are kept: a folder or a bucket. Names are relative, with slashes. */
export type Place = {
  /** For people and logs: without credentials. */
  shown: string;
  /** Writes a whole file or nothing, durably. An existing file is replaced in one step. */
  write(name: string, content: Readable | Buffer): Promise<void>;
  /** Writes a file unless there is one, which stays. A store that cannot do this replaces it: read it again. */
  writeNew(name: string, content: Buffer): Promise<void>;
  /** Null if there is no such file. */
  read(name: string): Promise<Readable | null>;
  /** The files below a folder; `prefix` ends with a slash, or is empty for all. */
  list(prefix: string): AsyncIterable<StoredFile>;
  remove(name: string): Promise<void>;
};
