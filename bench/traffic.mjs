// Visitors of a shop: what they request, and how many come at a time. Used by overload.mjs, load-table.mjs and soak.mjs.
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import pg from "pg";
import { makePicture } from "../scripts/load/make-picture.mjs";
import { sendRequest } from "../scripts/load/send-request.mjs";
import { databaseOf } from "./bench-shop.mjs";

const password = "Visitors-of-a-bench!2026";
export const price = 20_000;
const priorities = { suggestions: "optional", similar: "optional" };
const essential = new Set(["sign in", "book", "payment", "own bookings", "cancel"]);

/** How important a kind of request is to the shop, as in the config of its route. */
export const priorityOf = (kind) =>
  priorities[kind] ?? (essential.has(kind) ? "essential" : "normal");

/** Fills a demo shop with listings, buyers and a car for each buyer to book. */
export async function populate(shop, { listings = 10_000, buyers = 40 } = {}) {
  const client = new pg.Client(databaseOf(shop));
  // The shop may end first.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(
    `insert into listing (id, seller_id, name, make, category_id, model, year, fuel, mileage, mileage_unit,
       original_price_minor, resale_price_minor, description, location)
     select gen_random_uuid(), seller.id, make || ' ' || model || ' ' || n, make, n % 3 + 1, model, 2005 + n % 20,
       (array['petrol', 'diesel', 'hybrid', 'electric'])[n % 4 + 1], n * 37 % 200000, 'mi', 9000000,
       500000 + n * 7919 % 8000000, 'Full service history, one owner from new. Number ' || n,
       (array['London', 'Leeds', 'Berlin', 'Lisbon', 'Paris'])[n % 5 + 1]
     from (select id from account where email = 'seller@marque.example') as seller,
       generate_series(1, $1::int) as n,
       lateral (select (array['BMW', 'Mercedes-Benz', 'Audi'])[n % 3 + 1] as make,
         (array['Saloon', 'Estate', 'Coupe', 'Cabrio', 'Sport'])[n % 5 + 1] as model) as car`,
    [listings],
  );
  const { rows } = await client.query(
    `insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
     select gen_random_uuid(), id, 'For a buyer', 'BMW', 1, $1
     from account, generate_series(1, $2::int) where email = 'seller@marque.example' returning id`,
    [price * 100, buyers],
  );
  const shown = await client.query("select id from listing where name <> 'For a buyer' limit 500");
  await client.end();
  const cars = shown.rows.map(({ id }) => id);
  const accounts = [];
  for (const { id } of rows) accounts.push({ ...(await signUp(shop)), car: id });
  return { cars, buyers: accounts };
}

/** A confirmed buyer with a session. */
async function signUp({ address }) {
  const email = `${randomUUID()}@bench.example`;
  const post = (path, body, cookie) =>
    fetch(`${address}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: address,
        ...(cookie && { cookie }),
      },
      body: JSON.stringify(body),
    });
  const signedUp = await post("/api/auth/sign-up/email", { name: "Buyer", email, password });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  await post("/api/users", { name: "Buyer", role: "Buyer" }, cookie);
  const buyer = { email, password, cookie };
  return { ...buyer, token: await newToken({ address }, buyer) };
}

/** A new access token for a buyer's session: each one ends after an hour. */
export async function newToken({ address }, { email, cookie }) {
  const answer = await fetch(`${address}/api/jwt?email=${email}`, { headers: { cookie } });
  return (await answer.json()).accessToken;
}

/** A client with as many connections as it needs. `record` gets every request that has ended. */
export function createTraffic({ address }, data, record) {
  const { cars, buyers } = data;
  const agent = new Agent({ keepAlive: true });
  const idle = [...buyers];
  const picture = makePicture({ width: 800, height: 600 });
  const carPaths = (data.carPaths ??= new Map());
  const random = (most) => Math.floor(Math.random() * most);
  const ask = async (kind, method, path, { body, headers } = {}) => {
    const began = performance.now();
    const options = { agent, method, headers: { "accept-encoding": "gzip", ...headers } };
    const answer = await sendRequest(new URL(path, address), options, body);
    record({ kind, ms: performance.now() - began, status: answer.status, headers: answer.headers });
    return answer;
  };
  const read = (kind, path) => ask(kind, "GET", path);
  const post = (kind, path, buyer, body) =>
    ask(kind, "POST", path, {
      body: JSON.stringify(body ?? {}),
      headers: {
        "content-type": "application/json",
        origin: address,
        ...(buyer && { authorization: `Bearer ${buyer.token}`, cookie: buyer.cookie }),
      },
    });

  /** Looks at the home page, a brand, a search and a car: four pages and the calls that they make. */
  async function browse() {
    const car = cars[random(cars.length)];
    await read("home", "/");
    await read("category", `/products/${1 + random(3)}`);
    await read("suggestions", `/api/listings/suggestions?q=${"bmwaudi"[random(7)]}`);
    await read("search", `/search?fuel=diesel&yearMin=${2006 + random(18)}&q=service`);
    await read("filters", `/api/listings?make=BMW&priceMax=${10_000 + random(80_000)}&facets=1`);
    const { status, headers } = await read("car", carPaths.get(car) ?? `/cars/x-${car}`);
    if (status === 301) {
      carPaths.set(car, headers.location);
      await read("car", headers.location);
    }
    await read("similar", `/api/listings/${car}/similar`);
  }

  /** Holds a car, opens its payment, looks at the bookings and cancels. @returns whether a buyer was free */
  async function book() {
    const buyer = idle.pop();
    if (!buyer) return false;
    const booked = await post("book", "/api/bookings", buyer, {
      productId: buyer.car,
      item: "For a buyer",
      price,
    });
    const { insertedId: id } = parse(booked);
    buyer.booking = id ?? buyer.booking;
    if (id) await post("payment", "/api/create-payment-intent", buyer, { bookingId: id, price });
    const headers = { authorization: `Bearer ${buyer.token}` };
    await ask("own bookings", "GET", "/api/bookings?limit=5", { headers });
    // What was refused is tried again next time.
    if (buyer.booking) {
      const { status } = await ask("cancel", "DELETE", `/api/bookings/${buyer.booking}`, {
        headers,
      });
      if (status === 200) buyer.booking = null;
    }
    idle.unshift(buyer);
    return true;
  }

  async function signIn() {
    const { email } = buyers[random(buyers.length)];
    await post("sign in", "/api/auth/sign-in/email", null, { email, password });
  }

  /** Uploads a picture, which expires after a minute. */
  async function upload() {
    const { type, body } = await picture;
    await ask("upload", "POST", "/api/images?expiration=60", {
      body,
      headers: { "content-type": type, origin: address },
    });
  }
  return { browse, book, signIn, upload, ask, post, close: () => agent.destroy() };
}

const parse = ({ status, text }) => (status === 200 ? JSON.parse(text) : {});

/**
 * Starts `visit` this many times a second, whether or not the earlier visitors are done, and waits for all of them.
 * @returns how many came, and how many seconds they came
 */
export async function arrive(perSecond, seconds, visit) {
  const began = performance.now();
  const visits = new Set();
  let came = 0;
  for (;;) {
    const passed = (performance.now() - began) / 1_000;
    if (passed >= seconds) break;
    for (; came < passed * perSecond; came += 1) {
      const one = visit(came).finally(() => visits.delete(one));
      visits.add(one);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(visits);
  return came;
}

/** The value that this part of the numbers do not exceed. */
export function percentile(values, part) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
