import type { DatabaseUser } from "./database-user.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";

/** The database of one data directory: its files, and how its server runs. */
export interface Cluster {
  /** Contains everything below, and belongs to the user who runs the server. */
  folder: string;
  /** PostgreSQL's own data directory. */
  dataDir: string;
  passwordFile: string;
  logFile: string;
  binaries: PostgresBinaries;
  user: DatabaseUser;
  /** False only for temporary clusters of tests: fsync is off, and a power failure can lose rows. */
  durable: boolean;
  /** Further settings of PostgreSQL. */
  settings: Record<string, string>;
  log: (line: string) => void;
}

/** The database inside the server that the shop uses. */
export const databaseName = "marque";
export const superuser = "marque";
