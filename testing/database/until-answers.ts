import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Waits until a database that is starting accepts connections. @throws if it does not within 15 s, or `hasEnded` */
export async function untilAnswers(
  connectionString: string,
  hasEnded: () => boolean,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 150 || hasEnded()) throw error;
      await sleep(100);
    }
  }
}
