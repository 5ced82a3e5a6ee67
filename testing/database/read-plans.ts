import type pg from "pg";

export type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** A plan and all of its steps. */
export function stepsOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}

/**
 * Runs `work` and returns PostgreSQL's plan of each SELECT that it sends; with `analyze`, also what each step read.
 */
export async function readPlans(
  pool: pg.Pool,
  work: () => Promise<unknown>,
  { analyze = false } = {},
): Promise<{ statement: string; plan: Plan }[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  const query = pool.query.bind(pool);
  // Only records the queries: they still go to the database unchanged.
  pool.query = ((config: { text: string }, values: unknown[]) => {
    if (typeof config === "object" && config.text.startsWith("select"))
      sent.push({ text: config.text, values });
    return query(config as never, values as never);
  }) as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return Promise.all(
    sent.map(async ({ text, values }) => {
      const { rows } = await query<{ "QUERY PLAN": { Plan: Plan }[] }>(
        `explain (${analyze ? "analyze, " : ""}format json) ${text}`,
        values as string[],
      );
      return { statement: text, plan: rows[0]!["QUERY PLAN"][0]!.Plan };
    }),
  );
}
