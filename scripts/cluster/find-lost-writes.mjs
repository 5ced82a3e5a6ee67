// Compares what the shop acknowledged with what its database has.
import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "./processes.mjs";
import { query } from "./query.mjs";
import { readImage } from "./read-image.mjs";

const queries = {
  "sign-up": `select wanted.place from unnest($1::text[]) with ordinality as wanted(key, place)
    where not exists (select from account join identity_user as identity on identity.id = identity_id where account.email = key)`,
  booking: `select wanted.place from unnest($1::text[]) with ordinality as wanted(key, place)
    where not exists (
      select from booking
      join account on account.id = buyer_id
      join booking_event as event on event.booking_id = booking.id and event.to_state = 'held'
      where booking.id || ' ' || listing_id || ' ' || account.email = key
    )`,
  payment: `select wanted.place from unnest($1::text[]) with ordinality as wanted(key, place)
    where not exists (
      select from booking
      join payment on payment.booking_id = booking.id and payment.status = 'succeeded'
      join receipt on receipt.booking_id = booking.id
      where booking.state = 'paid' and booking.id || ' ' || intent_id = key
    )`,
};
const keyOf = {
  "sign-up": ({ email }) => email,
  booking: ({ id, car, email }) => `${id} ${car} ${email}`,
  payment: ({ id, intent }) => `${id} ${intent}`,
};

/** @returns the acknowledged writes that a database lacks */
export async function findLostWrites(connection, acknowledged) {
  const lost = [];
  for (const [kind, text] of Object.entries(queries)) {
    const some = acknowledged.filter((write) => write.kind === kind);
    const { rows } = await query(connection, text, [some.map(keyOf[kind])]);
    lost.push(...rows.map(({ place }) => some[Number(place) - 1]));
  }
  return lost;
}

/** @returns the acknowledged images that a process cannot show, or not as they were right after the upload */
export async function findLostImages(addresses, acknowledged) {
  const lost = [];
  // One after the other, because a process refuses many at once as an overload.
  for (const image of acknowledged.filter(({ kind }) => kind === "image")) {
    const answers = await Promise.all(
      addresses.map((address) => readPatiently(address + image.path)),
    );
    // An upload that no process showed right after it has to be the same everywhere now.
    const sha256 = image.sha256 ?? answers[0]?.sha256;
    const isRight = (answer) =>
      answer.status === 200 && answer.size > 0 && answer.sha256 === sha256;
    if (!answers.every(isRight)) lost.push({ ...image, answers });
  }
  return lost;
}

/** Reads an image, again after a moment if it is refused for now. */
async function readPatiently(url, attempts = 5) {
  const answer = await readImage(url);
  if (answer.status !== 503 || attempts === 1) return answer;
  await sleep(1_000);
  return readPatiently(url, attempts - 1);
}

/**
 * Waits until the background jobs that are due have been started. Those that are left show that the workers of some
 * process have ended.
 * @returns the jobs that have been due for half a minute at last, and whether another of their queue is at work
 */
export async function findLateJobs(connection, timeout = 60_000) {
  const late = async () => {
    const { rows } = await query(
      connection,
      `select name, state, retry_count, start_after, created_on, singleton_key,
         exists (select from pgboss.job as active
           where active.name = job.name and active.state = 'active') as "isQueueBusy"
       from pgboss.job
       where state in ('created', 'retry') and start_after < now() - interval '30 seconds'`,
    );
    return rows;
  };
  await waitFor("late jobs", async () => (await late()).length === 0, timeout).catch(() => null);
  return late();
}

/**
 * Asks each process for the latest cars that were paid for.
 * @returns {Promise<number>} how many answers do not say that the car is sold, after ten seconds
 */
export async function countOutdatedAnswers(addresses, acknowledged) {
  const paid = new Set(acknowledged.filter(({ kind }) => kind === "payment").map(({ id }) => id));
  const cars = acknowledged.filter(({ id, car }) => car && paid.has(id)).slice(-10);
  const outdated = async () => {
    const urls = addresses.flatMap((address) =>
      cars.map(({ car }) => `${address}/api/listings/${car}`),
    );
    const answers = await Promise.all(
      urls.map((url) => fetch(url).then((answer) => answer.json())),
    );
    return answers.filter(({ status }) => status !== "sold").length;
  };
  await waitFor("the catalog of every process", async () => (await outdated()) === 0, 10_000).catch(
    () => null,
  );
  return outdated();
}

/** Cars that more than one buyer has. */
export async function countCarsSoldTwice(connection) {
  const { rows } = await query(
    connection,
    `select listing_id from booking where state in ('held', 'releasing', 'paid', 'partly_refunded')
     group by 1 having count(*) > 1`,
  );
  return rows.length;
}

/**
 * Waits until the shop has every payment that the card provider has charged, which webhooks and jobs bring.
 * @returns {Promise<number>} how many are missing at last
 */
export async function countMissingPayments(connection, providerUrl, timeout = 90_000) {
  const charged = await query(
    { connectionString: providerUrl },
    `select id from payment_simulator.object where kind = 'payment_intent' and data ->> 'status' = 'succeeded'`,
  );
  const ids = charged.rows.map(({ id }) => id);
  const missing = async () => {
    const { rows } = await query(
      connection,
      `select key from unnest($1::text[]) as key
       where not exists (select from payment where intent_id = key and status = 'succeeded')`,
      [ids],
    );
    return rows.length;
  };
  await waitFor("payments", async () => (await missing()) === 0, timeout).catch(() => null);
  return { charged: ids.length, missing: await missing() };
}
