import type pg from "pg";

/** The parts of pg's connection that copying needs; its types leave them out. */
type Connection = {
  stream: {
    writableLength: number;
    pause(): void;
    resume(): void;
    once(event: "drain", listener: () => void): void;
  };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(message: string): void;
  endCopyFrom(): void;
};

const mostWaiting = 1024 * 1024;

/**
 * Copies rows from one database to another with COPY, without keeping them in memory.
 * @param copyOut `copy … to stdout`
 * @param copyIn `copy … from stdin`
 */
export async function copyRows(
  from: { client: pg.Client; copyOut: string },
  to: { client: pg.Client; copyIn: string },
): Promise<void> {
  const target = connectionOf(to.client);
  const source = connectionOf(from.client);
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const written = run(to.client, to.copyIn, { onCopyIn: () => isReady() });
  await Promise.race([ready, written]);
  let isPaused = false;
  const read = run(from.client, from.copyOut, {
    onData: (chunk) => {
      target.sendCopyFromChunk(chunk);
      if (isPaused || target.stream.writableLength < mostWaiting) return;
      isPaused = true;
      source.stream.pause();
      target.stream.once("drain", () => {
        isPaused = false;
        source.stream.resume();
      });
    },
  });
  const finished = read.then(
    () => target.endCopyFrom(),
    (error: unknown) => {
      target.sendCopyFail("The source failed.");
      throw error;
    },
  );
  // If the target refuses a row, its error says why, and the source must not wait for it.
  written.catch(() => source.stream.resume());
  await Promise.all([finished, written]);
}

function connectionOf(client: pg.Client): Connection {
  return (client as unknown as { connection: Connection }).connection;
}

type Events = { onData?: (chunk: Buffer) => void; onCopyIn?: () => void };

/** Runs one command as pg's queue of queries expects it. */
function run(client: pg.Client, text: string, events: Events): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | null = null;
    const query = {
      submit: (connection: Connection) => connection.query(text),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => events.onData?.(Buffer.from(chunk)),
      handleCopyInResponse: () => events.onCopyIn?.(),
      handleRowDescription: () => undefined,
      handleDataRow: () => undefined,
      handleCommandComplete: () => undefined,
      handleEmptyQuery: () => undefined,
      handleError: (error: Error) => {
        failure = error;
        reject(error);
      },
      handleReadyForQuery: () => failure ?? resolve(),
    };
    client.query(query as unknown as pg.Submittable);
  });
}
