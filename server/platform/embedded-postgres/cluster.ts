import type { DatabaseUser } from "./database-user.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";

/** One data directory's database: where its parts lie and how its server is run. */
export interface Cluster {
  /** Holds everything below; belongs to the user who runs the server. */
  folder: string;
  /** PostgreSQL's own data directory. */
  dataDir: string;
  passwordFile: string;
  logFile: string;
  binaries: PostgresBinaries;
  user: DatabaseUser;
  /** False only for throw-away clusters of tests: fsync is off and a power cut may lose rows. */
  durable: boolean;
  log: (line: string) => void;
}

/** The database inside the server that the shop uses. */
export const databaseName = "marque";
export const superuser = "marque";
