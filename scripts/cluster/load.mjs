// The load: visitors who look around, and buyers who sign up, upload a picture, book cars and pay
// for them.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makePicture } from "../load/make-picture.mjs";
import { payByCard } from "../load/pay-by-card.mjs";
import { createClient } from "./keep-alive-client.mjs";
import { readImage } from "./read-image.mjs";
import { carPrice } from "./start-shop.mjs";

const visitors = 6;
const buyers = 4;
const carsPerBuyer = 6;
/** Milliseconds that a visitor and a buyer wait between requests, and before repeating one that failed. */
const visitorPause = 80;
const buyerPause = 40;
const beforeRepeat = 300;

/** Starts the load. It runs until `stop`, which waits for the steps under way. */
export function startLoad({ address, providerUrl, cars, userAgent }) {
  const requests = [];
  const acknowledged = [];
  // Lists of own bookings that were read right after a write, and whether they had it.
  const ownReads = [];
  const state = { isStopping: false, nextCar: 0 };
  const record = (request) => requests.push(request);
  const acknowledge = (kind, facts) => {
    const write = { kind, at: Date.now(), ...facts };
    acknowledged.push(write);
    return write;
  };
  const connect = () => createClient({ address, userAgent, record });
  const picture = makePicture({ width: 400, height: 300 });
  const shared = { state, address, cars, providerUrl, acknowledge, ownReads, connect, picture };
  const running = [
    ...Array.from({ length: visitors }, () => visit(shared)),
    ...Array.from({ length: buyers }, () => buy(shared)),
  ];
  return {
    requests,
    acknowledged,
    ownReads,
    async stop() {
      state.isStopping = true;
      await Promise.all(running);
    },
  };
}

async function visit({ state, cars, connect }) {
  const client = connect();
  const random = (most) => Math.floor(Math.random() * most);
  const pages = [
    () => "/",
    () => `/products/${1 + random(3)}`,
    () => `/search?q=audi&page=${1 + random(5)}`,
    () => "/api/products?limit=24",
    () => `/api/listings?make=BMW&limit=24&facets=1`,
    () => `/api/listings/${cars[state.nextCar + 100 + random(5_000)]}`,
  ];
  while (!state.isStopping) {
    // A browser does not repeat a failed request by itself, but its user soon does.
    await client.send("read", "GET", pages[random(pages.length)]());
    await sleep(visitorPause);
  }
  client.close();
}

async function buy(shared) {
  const { state, connect } = shared;
  const client = connect();
  while (!state.isStopping) {
    const buyer = await signUp(shared, client);
    for (let count = 0; buyer && count < carsPerBuyer && !state.isStopping; count += 1)
      await buyCar(shared, client, buyer);
  }
  client.close();
}

/** Repeats a step until it succeeds or the load stops, as a user does who sees an error. */
async function persist({ state }, step) {
  for (;;) {
    const answer = await step();
    await sleep(buyerPause);
    if (answer.ok) return answer;
    if (state.isStopping) return null;
    await sleep(beforeRepeat);
  }
}

async function signUp(shared, client) {
  const email = `${randomUUID()}@cluster.example`;
  const name = "Buyer";
  const signedUp = await persist(shared, () =>
    client.send("write", "POST", "/api/auth/sign-up/email", {
      body: { name, email, password: "Cluster-and-failover!2026" },
    }),
  );
  if (!signedUp) return null;
  const cookie = [signedUp.headers["set-cookie"] ?? []]
    .flat()
    .map((line) => line.split(";")[0])
    .join("; ");
  const created = await persist(shared, () =>
    client.send("write", "POST", "/api/users", {
      headers: { cookie },
      body: { name, role: "Buyer" },
    }),
  );
  if (!created) return null;
  shared.acknowledge("sign-up", { email });
  await uploadImage(shared, client, cookie);
  const token = await persist(shared, () =>
    client.send("other", "GET", `/api/jwt?email=${encodeURIComponent(email)}`, {
      headers: { cookie },
    }),
  );
  if (!token) return null;
  return { email, headers: { authorization: `Bearer ${JSON.parse(token.text).accessToken}` } };
}

async function uploadImage({ address, picture, acknowledge }, client, cookie) {
  const { type, body } = await picture;
  const uploaded = await client.send("write", "POST", "/api/images", {
    body,
    headers: { cookie, "content-type": type },
  });
  await sleep(buyerPause);
  if (!uploaded.ok) return;
  const { pathname: path } = new URL(JSON.parse(uploaded.text).data.display_url);
  const image = acknowledge("image", { path });
  // The shop re-encodes it, so the end is compared with what it shows now.
  const { status, sha256 } = await readImage(address + path);
  if (status === 200) image.sha256 = sha256;
}

async function buyCar(shared, client, { email, headers }) {
  const car = shared.cars[shared.state.nextCar++];
  if (!car) throw new Error("The load has bought all cars.");
  const booked = await client.send("write", "POST", "/api/bookings", {
    headers,
    body: { productId: car, item: "Car", price: carPrice },
  });
  await sleep(booked.ok ? buyerPause : beforeRepeat);
  // After a failure the booking may exist or not. This buyer takes another car.
  const { insertedId: booking } = booked.ok ? JSON.parse(booked.text) : {};
  if (!booking) return;
  shared.acknowledge("booking", { id: booking, car, email });
  await readOwn(shared, client, headers, ({ _id }) => _id === booking);

  const opened = await persist(shared, () =>
    client.send("write", "POST", "/api/create-payment-intent", {
      headers,
      body: { bookingId: booking, price: carPrice },
    }),
  );
  if (!opened) return;
  const intent = JSON.parse(opened.text);
  if (!(await payByCard(shared.providerUrl, intent))) return;
  const paid = await persist(shared, async () => {
    const answer = await client.send("write", "POST", `/api/bookings/${booking}/payment/check`, {
      headers,
    });
    return { ...answer, ok: answer.ok && JSON.parse(answer.text).paid };
  });
  if (!paid) return;
  shared.acknowledge("payment", { id: booking, intent: JSON.parse(paid.text).transactionId });
  await readOwn(shared, client, headers, (one) => one._id === booking && one.paid);
}

/** Reads the buyer's dashboard right after a write, which it has to show. */
async function readOwn({ ownReads }, client, headers, isWritten) {
  const answer = await client.send("dashboard", "GET", "/api/bookings", { headers });
  if (answer.ok)
    ownReads.push({ at: Date.now(), isShown: JSON.parse(answer.text).some(isWritten) });
  await sleep(buyerPause);
}
