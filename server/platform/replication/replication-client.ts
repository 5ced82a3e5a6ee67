import pg from "pg";

/** The parts of pg's connection that copying needs; its types leave them out. */
type Connection = {
  stream: { pause(): void; resume(): void };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** Controls a copy from inside its `onData`. */
export type CopyFlow = {
  /** Stops reading from the server until `resume`, so that data never piles up in memory. */
  pause(): void;
  resume(): void;
  send(chunk: Buffer): void;
  /** Ends a copy in both directions: the server ends its side, then the command completes. */
  finish(): void;
};

export type Row = Record<string, string | null>;

export type ReplicationClient = {
  /** Runs a command and returns the rows of all of its results. */
  rows(command: string): Promise<Row[]>;
  /** Runs a command that copies data out. `onData` gets each message; its bytes are only valid during the call. */
  copy(
    command: string,
    onData: (message: Buffer, flow: CopyFlow) => void,
    onStart?: (flow: CopyFlow) => void,
  ): Promise<Row[]>;
  end(): Promise<void>;
  /** Closes the connection at once, which fails a running command. */
  cut(): void;
};

/**
 * Connects to the server as a replication client, which can read its files and its write-ahead log. The role needs the
 * REPLICATION attribute (PostgreSQL's manual, "Streaming Replication Protocol").
 */
export async function connectReplication(connectionString: string): Promise<ReplicationClient> {
  const config = {
    connectionString,
    replication: "true",
    connectionTimeoutMillis: 10_000,
    // A paused stream answers nothing, for as long as it takes to store what it has sent. A process that was stopped or
    // cut off must not keep others from taking its place.
    options: "-c wal_sender_timeout=15min",
  };
  const client = new pg.Client(config);
  // A lost connection fails the running command; without a listener it would also end the process.
  client.on("error", () => undefined);
  await client.connect();
  const { connection } = client as unknown as { connection: Connection & { stream: Destroyable } };
  const copy: ReplicationClient["copy"] = (command, onData, onStart) =>
    new Promise((resolve, reject) => {
      const copying = new CopyCommand(command, { onData, resolve, reject });
      const start = () => onStart?.(flowOf(connection));
      if (onStart) (connection as unknown as NodeJS.EventEmitter).once("replicationStart", start);
      client.query(copying as unknown as pg.Submittable);
    });
  return {
    rows: (command) => copy(command, () => undefined),
    copy,
    end: () => client.end(),
    cut: () => connection.stream.destroy(),
  };
}

type Destroyable = { destroy(): void };

function flowOf(connection: Connection): CopyFlow {
  return {
    pause: () => connection.stream.pause(),
    resume: () => connection.stream.resume(),
    send: (chunk) => connection.sendCopyFromChunk(chunk),
    finish: () => connection.endCopyFrom(),
  };
}

type Outcome = {
  onData: (message: Buffer, flow: CopyFlow) => void;
  resolve: (rows: Row[]) => void;
  reject: (error: Error) => void;
};

/** A command in pg's queue of queries. The client calls its methods as messages arrive. */
class CopyCommand {
  readonly #text: string;
  readonly #outcome: Outcome;
  #names: string[] = [];
  readonly #rows: Row[] = [];
  #error: Error | null = null;

  constructor(text: string, outcome: Outcome) {
    this.#text = text;
    this.#outcome = outcome;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }): void {
    this.#names = fields.map(({ name }) => name);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(Object.fromEntries(this.#names.map((name, at) => [name, fields[at] ?? null])));
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    if (this.#error) return;
    try {
      this.#outcome.onData(chunk, flowOf(connection));
    } catch (error) {
      this.handleError(error as Error);
    }
  }

  handleCommandComplete(): void {
    // A command can have several results: all are complete once the server is ready again.
  }

  handleEmptyQuery(): void {
    // See handleCommandComplete.
  }

  handleError(error: Error): void {
    this.#error ??= error;
    this.#outcome.reject(this.#error);
  }

  handleReadyForQuery(): void {
    if (!this.#error) this.#outcome.resolve(this.#rows);
  }
}
