import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { accessTokenKey, signAccessToken } from "#server/identity/sessions/access-token.ts";
import { confirmWithCard, cards, type CardIntent } from "#testing/payments/card-calls.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";

export type ShopProcess = {
  child: ChildProcess;
  address: string;
  connectionString: string;
  /** Null if the shop uses a server that it did not start. */
  postgresPid: number | null;
};

/** Starts `run-program.ts serve`, bundled as `program`. */
export async function startShop(
  program: string,
  env: Record<string, string>,
): Promise<ShopProcess> {
  const child = spawn(process.execPath, [program, "serve"], {
    env: shopEnvironment({ PORT: "0", ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const died = once(child, "exit").then(() =>
    Promise.reject(new Error(`The shop did not start: ${errors}`)),
  );
  let line = "";
  while (!line.includes("connectionString")) {
    const [text] = (await Promise.race([once(child.stdout, "data"), died])) as [Buffer];
    line = text.toString();
  }
  died.catch(() => undefined);
  const json = line.split("\n").find((one) => one.includes("connectionString"))!;
  return { child, ...(JSON.parse(json) as Omit<ShopProcess, "child">) };
}

/** Runs a command of `run-program.ts` to its end. */
export async function runCommand(
  program: string,
  argv: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const command = startCommand(program, argv, env);
  const [code] = (await once(command.child, "close")) as [number | null];
  return { code, output: command.output() };
}

export function startCommand(program: string, argv: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...argv], {
    env: shopEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (output += text.toString()));
  return { child, output: () => output };
}

function shopEnvironment(env: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    NODE_ENV: "production",
    LOG_LEVEL: "error",
    RATE_LIMITS: "off",
    DEMO: "0",
    BOOKING_NEEDS_CONFIRMED_EMAIL: "0",
    HOLDS_PER_ADDRESS: "0",
    ...env,
  };
}

/** Kills the shop and its database as a power failure would. */
export async function killShop({ child, postgresPid }: ShopProcess): Promise<void> {
  const isGone = child.exitCode !== null || child.signalCode !== null;
  const exit = isGone ? null : once(child, "exit");
  const server = postgresPid === null ? [] : [...childrenOf(postgresPid), postgresPid];
  for (const pid of [child.pid!, ...server]) kill(pid);
  await exit;
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text.trim().split(" ").filter(Boolean).map(Number);
  } catch {
    // On other systems they end on their own.
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export async function ask<T>(
  { connectionString }: Pick<ShopProcess, "connectionString">,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}

export type Buyer = { id: string; token: string };

/** Cars for sale and signed-in buyers, as the shop stores them. */
export async function fillShop(
  shop: ShopProcess,
  { dataDir, cars, buyers }: { dataDir: string; cars: number; buyers: number },
): Promise<{ cars: string[]; buyers: Buyer[] }> {
  const carIds = Array.from({ length: cars }, () => randomUUID());
  const people = Array.from({ length: buyers }, () => ({
    id: randomUUID(),
    session: randomUUID(),
  }));
  const ids = people.map(({ id }) => id);
  const sessions = people.map(({ session }) => session);
  const seller = randomUUID();
  await ask(
    shop,
    `insert into identity_user (id, name, email) select id, '', id || '@drill.example' from unnest($1::text[]) as id`,
    [ids],
  );
  await ask(
    shop,
    `insert into identity_session (id, user_id, token, expires_at) select session, id, session, now() + interval '1 hour' from unnest($1::text[], $2::text[]) as buyer(id, session)`,
    [ids, sessions],
  );
  await ask(
    shop,
    `insert into account (id, identity_id, name, email, role) select id::uuid, id, '', id || '@drill.example', 'Buyer' from unnest($1::text[]) as id`,
    [ids],
  );
  await ask(
    shop,
    `insert into account (id, name, email, role) values ($1, 'Seller', $2, 'Seller')`,
    [seller, `${seller}@drill.example`],
  );
  await ask(
    shop,
    `insert into listing (id, seller_id, name, make, category_id, resale_price_minor) select id, $1, 'Drill', 'BMW', 1, 100 from unnest($2::uuid[]) as id`,
    [seller, carIds],
  );
  const key = accessTokenKey(readFileSync(join(dataDir, "auth-secret"), "utf8").trim());
  const signed = await Promise.all(
    people.map(async ({ id, session }) => {
      const { accessToken } = await signAccessToken(
        key,
        { accountId: id, sessionId: session },
        new Date(),
      );
      return { id, token: accessToken };
    }),
  );
  return { cars: carIds, buyers: signed };
}

/** Books a car. @returns the id of the booking, or null if the shop did not acknowledge it */
export async function book(
  shop: ShopProcess,
  { token }: Buyer,
  car: string,
): Promise<string | null> {
  const answer = await post<{ acknowledged?: boolean; insertedId?: string }>(
    shop,
    { path: "/api/bookings", token },
    { productId: car, item: "Drill", price: 1 },
  );
  return answer?.acknowledged ? answer.insertedId! : null;
}

/** Pays a booking by card. @returns whether the shop shows it as paid */
export async function pay(shop: ShopProcess, { token }: Buyer, booking: string): Promise<boolean> {
  const intent = await post<CardIntent>(
    shop,
    { path: "/api/create-payment-intent", token },
    { bookingId: booking, price: 1 },
  );
  if (!intent?.clientSecret) return false;
  const from = { providerUrl: shop.address, returnUrl: shop.address };
  await confirmWithCard(from, intent, cards.good);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [row] = await ask<{ state: string }>(shop, "select state from booking where id = $1", [
      booking,
    ]);
    if (row?.state === "paid") return true;
  }
  return false;
}

async function post<T>(
  { address }: ShopProcess,
  { path, token }: { path: string; token: string },
  body: object,
): Promise<T | null> {
  const response = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.status === 200 ? ((await response.json()) as T) : null;
}

/** Uploads a picture. @returns its path, or null if the shop did not acknowledge it */
export async function upload({ address }: ShopProcess): Promise<string | null> {
  const picture = await aPicture({ width: 400, height: 300, noise: true });
  const { headers, payload } = aMultipartForm("image", "car.jpg", "image/jpeg", picture);
  const response = await fetch(`${address}/api/images`, {
    method: "POST",
    headers,
    body: new Uint8Array(payload),
  });
  if (response.status !== 200) return null;
  const { data } = (await response.json()) as { data: { url: string } };
  return new URL(data.url, address).pathname;
}
