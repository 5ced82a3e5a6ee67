import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import {
  connectionOptions,
  keepLostConnections,
  type Database,
  type WaitLimits,
} from "./database.ts";

/** Connections for what visitors read, so that they never stand in the queue of bookings and payments. */
export type VisitorReads = {
  pool: pg.Pool;
  /**
   * Runs `work`, which only reads, on one connection. Statements that it gives without waiting for each other are sent
   * together and answered together, so that they take one turn of the event loop, not one each.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
};

const connections = 4;

/** Connects on the first read. A pooler gets the statements one by one, on as many connections as are free. */
export function connectVisitorReads(
  connectionString: string,
  { directUrl, limits }: { directUrl: string; limits: WaitLimits },
): VisitorReads {
  const isPooled = directUrl !== connectionString;
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    pipeline: !isPooled,
    ...connectionOptions(limits, isPooled),
  });
  keepLostConnections(pool);
  if (isPooled) {
    const db = drizzle({ client: pool });
    return { pool, read: (work) => work(db) };
  }
  return {
    pool,
    async read(work) {
      const client = await pool.connect();
      try {
        const answer = await work(drizzle({ client }));
        client.release();
        return answer;
      } catch (error) {
        // Its other statements may still be running.
        client.release(true);
        throw error;
      }
    },
  };
}
