import { createHmac } from "node:crypto";
import type { Pool } from "pg";
import type { Answer, Call, Setting } from "#simulators/payment-provider/call.ts";
import { inSavepoint, inTransaction } from "#simulators/payment-provider/state/database-store.ts";
import {
  findAnswer,
  keepAnswer,
  takeKey,
} from "#simulators/payment-provider/state/idempotency-store.ts";
import { unixNow, type Work } from "#simulators/payment-provider/state/work.ts";
import { ApiError, invalidRequest, providerFailure } from "./api-error.ts";
import type { FormMap } from "./parse-form.ts";
import type { Match } from "./routes.ts";

type Run = {
  pool: Pool;
  setting: Setting;
  match: Match;
  params: FormMap;
  key: Call["key"];
  requestId: string;
  /** Null: repeating the request repeats its effect. */
  idempotencyKey: string | null;
  /** Method and path, such as `POST /v1/refunds`. */
  endpoint: string;
  /** Simulates a 500 that is stored under the idempotency key. */
  breakDown: boolean;
};

type RunResult = { status: number; body: string; replayOf?: string };

/** Runs a request in one transaction, or replays the stored answer of its idempotency key. */
export async function runRequest(run: Run): Promise<RunResult> {
  if (run.endpoint.startsWith("GET "))
    return textOf(
      await perform(run, { db: run.pool, now: unixNow(), cause: causeOf(run), events: [] }),
    );
  return inTransaction(run.pool, causeOf(run), (work) =>
    run.idempotencyKey === null
      ? perform(run, work).then(textOf)
      : once(run, work, run.idempotencyKey),
  );
}

async function once(run: Run, work: Work, given: string): Promise<RunResult> {
  if (given.length > 255)
    throw invalidRequest("Idempotency-Key must be at most 255 characters.", {
      param: "Idempotency-Key",
    });
  const key = `${run.key}:${given}`;
  if (!(await takeKey(work, key))) throw keyInUse(given);
  const fingerprint = createHmac("sha256", run.setting.fingerprintKey)
    .update(JSON.stringify(sorted(run.params)))
    .digest("hex");
  const earlier = await findAnswer(work, key);
  if (earlier) {
    if (earlier.endpoint !== run.endpoint || earlier.fingerprint !== fingerprint)
      throw otherRequest(given, earlier.endpoint, run.endpoint);
    return { status: earlier.status, body: earlier.body, replayOf: earlier.requestId };
  }
  const answer = textOf(await performOrRefuse(run, work));
  const { endpoint, requestId } = run;
  await keepAnswer(work, key, { ...answer, endpoint, fingerprint, requestId });
  return answer;
}

/** An error during execution is stored as an answer; an error before it is thrown and not stored. */
async function performOrRefuse(run: Run, work: Work): Promise<Answer> {
  try {
    return await inSavepoint(work, () => perform(run, work));
  } catch (error) {
    if (error instanceof ApiError && error.executed)
      return { status: error.status, body: { error: error.body } };
    throw error;
  }
}

async function perform(run: Run, work: Work): Promise<Answer> {
  const { setting, params, key, match } = run;
  if (run.breakDown) {
    const { status, body } = providerFailure(true);
    return { status, body: { error: body } };
  }
  return match.route.handler({ work, setting, params, id: match.id, key });
}

function causeOf(run: Run) {
  return { id: run.requestId, idempotencyKey: run.idempotencyKey };
}

function textOf(answer: Answer): RunResult {
  return { status: answer.status, body: JSON.stringify(answer.body, null, 2) };
}

function keyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message:
      "There is currently another in-progress request using this Idempotent Key (that probably means you submitted " +
      `twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

function otherRequest(key: string, before: string, now: string): ApiError {
  const what =
    before === now
      ? "with the same parameters they were first used with"
      : `for the same endpoint they were first used for ('${pathOf(before)}' vs '${pathOf(now)}')`;
  return new ApiError(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used ${what}. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function pathOf(endpoint: string): string {
  return endpoint.split(" ")[1]!;
}

/** Independent of the order of parameters. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, item]) => [name, sorted(item)]);
}
