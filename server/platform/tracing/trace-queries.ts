import type pg from "pg";
import { isTracing, keepTrace, startChildSpan } from "./tracing.ts";

type Run = (...given: unknown[]) => unknown;

/** Adds a span for each statement that runs in a request or job. It has the statement's text, never its values. */
export function traceQueries(pool: pg.Pool): void {
  if (!isTracing()) return;
  pool.on("connect", traceClient);
  const connect = pool.connect.bind(pool) as Run;
  // A waiting callback is called by the code that returns a connection, which belongs to another trace.
  pool.connect = ((callback?: (...given: never[]) => unknown) =>
    callback ? connect(keepTrace(callback)) : connect()) as typeof pool.connect;
}

function traceClient(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Run;
  client.query = ((...given: unknown[]) => {
    const text = textOf(given[0]);
    const end = text === null ? null : startChildSpan(nameOf(text), attributesOf(text));
    if (!end) return query(...given);
    const callback = given.at(-1);
    if (typeof callback === "function") {
      const ended = (...answer: unknown[]) => {
        end(answer[0]);
        (callback as Run)(...answer);
      };
      return query(...given.slice(0, -1), ended);
    }
    const answer = query(...given) as Promise<unknown>;
    answer.then(() => end(), end);
    return answer;
  }) as typeof client.query;
}

/** The text of a statement; null for a cursor, which reads rows long after it was given. */
function textOf(statement: unknown): string | null {
  if (typeof statement === "string") return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return typeof text === "string" && submit === undefined ? text : null;
}

function nameOf(text: string): string {
  return /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
}

// https://opentelemetry.io/docs/specs/semconv/database/postgresql/
function attributesOf(text: string) {
  return {
    "db.system.name": "postgresql",
    "db.operation.name": nameOf(text),
    "db.query.text": text.slice(0, 4_000),
  };
}
