import { sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import type { Training } from "./train-version.ts";

/** The queue of trainings. */
export const trainingQueue = "valuation.train";

export type TrainingJob = {
  state: "waiting" | "running" | "done" | "failed";
  /** When it reached this state. */
  at: Date;
  /** What a training that is done has made. */
  output: Training | null;
};

/** The training that runs or waits, or else the last one; null if the queue remembers none. */
export async function readTrainingJob(executor: Executor): Promise<TrainingJob | null> {
  const { rows } = await executor.execute<{ state: string; at: Date; output: unknown }>(sql`
    select state::text, coalesce(completed_on, started_on, created_on) as at, output
    from pgboss.job where name = ${trainingQueue} and state <> 'cancelled'
    order by state = 'active' desc, state < 'active' desc, created_on desc limit 1`);
  const job = rows[0];
  if (!job) return null;
  const state = states[job.state] ?? "waiting";
  const output = state === "done" && hasVersion(job.output) ? job.output : null;
  return { state, at: new Date(job.at), output };
}

/** Whether a training waits or runs. */
export async function isTraining(executor: Executor): Promise<boolean> {
  const job = await readTrainingJob(executor);
  return job?.state === "waiting" || job?.state === "running";
}

/** The trainings that run, without those of the last minute, which may be about to take the lock of trainings. */
export async function listStartedTrainings(executor: Executor): Promise<string[]> {
  const { rows } = await executor.execute<{ id: string }>(sql`
    select id from pgboss.job
    where name = ${trainingQueue} and state = 'active' and started_on < now() - interval '1 minute'`);
  return rows.map(({ id }) => id);
}

const states: Record<string, TrainingJob["state"]> = {
  active: "running",
  completed: "done",
  failed: "failed",
};

function hasVersion(output: unknown): output is Training {
  return typeof output === "object" && output !== null && "version" in output;
}
