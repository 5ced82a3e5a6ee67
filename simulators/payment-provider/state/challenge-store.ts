import type { Work } from "./work.ts";

/** A 3-D Secure page. It is kept after use, so that the page can say that it has ended. */
export type Challenge = { token: string; payment: string; returnUrl: string | null };

export async function addChallenge({ db }: Pick<Work, "db">, challenge: Challenge): Promise<void> {
  await db.query(
    "insert into payment_simulator.challenge (token, payment, return_url) values ($1, $2, $3)",
    [challenge.token, challenge.payment, challenge.returnUrl],
  );
}

export async function findChallenge(
  { db }: Pick<Work, "db">,
  token: string,
): Promise<Challenge | null> {
  const { rows } = await db.query<Challenge>(
    `select token, payment, return_url as "returnUrl" from payment_simulator.challenge where token = $1`,
    [token],
  );
  return rows[0] ?? null;
}
