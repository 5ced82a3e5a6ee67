// `npm run bench:vendure`: how many visitors a second our API and that of a Vendure shop serve on this computer, on the
// same database server, in turns. Install Vendure first: `npm ci --prefix bench/vendure --ignore-scripts`. See README.md.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import pg from "pg";
import { sendRequest } from "../scripts/load/send-request.mjs";
import { databaseOf, root } from "./bench-shop.mjs";
import { closeShops, openShop } from "./compare-shops.mjs";
import { findMost, first, head, rowOf, tryRate } from "./find-most.mjs";
import { createTraffic, populate } from "./traffic.mjs";

const port = Number(process.env.PORT ?? 4710);
const cars = Number(process.env.PRODUCTS ?? 1_500);
const fields = `totalItems
  items { productName slug description priceWithTax { ... on PriceRange { min } } facetValueIds }
  facetValues { count facetValue { id name facet { name } } }`;
const fuels = ["petrol", "diesel", "hybrid", "electric"];
const random = (most) => Math.floor(Math.random() * most);

const refusals = new Set();
const shops = [];
let vendure;
try {
  const shop = await openShop(shops, port);
  const data = await populate(shop, { listings: cars, buyers: 100 });
  vendure = await startVendure(shop);
  const kinds = [
    ["ours: list, search, car", (record) => ourVisitors(shop, data, record, look)],
    ["Vendure: list, search, car", (record) => vendureVisitors(vendure, record, lookThere)],
    [
      "ours: book, pay, look, cancel",
      (record) => ourVisitors(shop, data, record, ({ book }) => book()),
    ],
    ["Vendure: order and pay", (record) => vendureVisitors(vendure, record, orderThere)],
  ];
  // What runs for the first time after a start is slow.
  for (const [, visitors] of kinds) await tryRate(visitors, first);
  console.log(head);
  for (const [name, visitors] of kinds) console.log(rowOf(name, await findMost(visitors)));
  for (const refusal of refusals) console.log(refusal);
} finally {
  vendure?.child.kill();
  await closeShops(shops);
}

/** Starts Vendure in a database of its own beside the shop's. */
async function startVendure(shop) {
  const options = databaseOf(shop);
  const client = new pg.Client(options);
  await client.connect();
  await client.query("create database vendure");
  await client.end();
  const { user, password, host, port: databasePort } = client;
  const url = new URL(`postgres://${host}:${databasePort}/vendure`);
  Object.assign(url, { username: user, password: encodeURIComponent(password ?? "") });
  const child = fork(join(root, "bench", "vendure", "server.mjs"), {
    env: { ...process.env, DATABASE_URL: url.href, PRODUCTS: String(cars), NODE_ENV: "production" },
  });
  const [vendurePort] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("Vendure did not start."))),
  ]);
  const address = `http://127.0.0.1:${vendurePort}/shop-api`;
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ facets { items { values { id name } } } }" }),
  });
  const { items } = (await answer.json()).data.facets;
  /** The ids of the values that cars are filtered by. */
  const values = new Map(items.flatMap((facet) => facet.values).map(({ id, name }) => [name, id]));
  return { child, address, values };
}

function ourVisitors(shop, data, record, visit) {
  const traffic = createTraffic(shop, data, record);
  return { visit: () => visit(traffic, data), close: traffic.close };
}

async function look({ ask }, data) {
  const fuel = fuels[random(fuels.length)];
  await ask("list", "GET", `/api/listings?make=BMW&fuel=${fuel}&facets=1`);
  await ask(
    "search",
    "GET",
    `/api/listings?q=service+${["saloon", "estate", "coupe"][random(3)]}&facets=1`,
  );
  await ask("car", "GET", `/api/listings/${data.cars[random(data.cars.length)]}`);
}

function vendureVisitors({ address, values }, record, visit) {
  const agent = new Agent({ keepAlive: true });
  /** One buyer, whose token the first answer has. */
  const newVisitor = () => {
    let token = null;
    return async (kind, query, variables = {}) => {
      const began = performance.now();
      const headers = {
        "content-type": "application/json",
        "accept-encoding": "gzip",
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const options = { agent, method: "POST", headers };
      const answer = await sendRequest(
        new URL(address),
        options,
        JSON.stringify({ query, variables }),
      );
      token ??= answer.headers["vendure-auth-token"] ?? null;
      const { data, errors } = JSON.parse(answer.text);
      const refused = errors ?? Object.values(data ?? {}).find((value) => value?.errorCode);
      record({ kind, ms: performance.now() - began, status: refused ? 500 : answer.status });
      if (refused)
        throw new Error(`Vendure refused ${kind}: ${refused.errorCode ?? refused[0].message}`);
      return data;
    };
  };
  // A refusal is recorded, and the visitor leaves.
  const one = () => visit(newVisitor(), values).catch(({ message }) => refusals.add(message));
  return { visit: one, close: () => agent.destroy() };
}

/** The same as `look`: 24 cars with the number of matches by facet value, a text search, and one car. */
async function lookThere(ask, values) {
  const search = `query ($input: SearchInput!) { search(input: $input) { ${fields} } }`;
  const input = { groupByProduct: true, take: 24 };
  const facetValueFilters = ["BMW", fuels[random(fuels.length)]].map((name) => ({
    and: values.get(name),
  }));
  await ask("list", search, { input: { ...input, facetValueFilters } });
  const term = `service ${["saloon", "estate", "coupe"][random(3)]}`;
  await ask("search", search, { input: { ...input, term } });
  await ask(
    "car",
    `query ($slug: String!) { product(slug: $slug) { id name slug description
      facetValues { name facet { name } } variants { id sku priceWithTax stockLevel } } }`,
    { slug: `car-${random(cars)}` },
  );
}

/** Puts a car into an order, says who buys it, and pays with the payment handler for tests, which asks no provider. */
async function orderThere(ask) {
  const result = "__typename ... on ErrorResult { errorCode message }";
  await ask(
    "add",
    `mutation { addItemToOrder(productVariantId: "${1 + random(cars)}", quantity: 1) { ${result} } }`,
  );
  await ask(
    "customer",
    `mutation { setCustomerForOrder(input: { firstName: "A", lastName: "Buyer",
      emailAddress: "buyer-${random(1e9)}@bench.example" }) { ${result} } }`,
  );
  await ask(
    "address",
    `mutation { setOrderShippingAddress(input: { streetLine1: "1 Way", countryCode: "DE" }) { ${result} } }`,
  );
  await ask(
    "shipping",
    `mutation { setOrderShippingMethod(shippingMethodId: ["1"]) { ${result} } }`,
  );
  await ask(
    "checkout",
    `mutation { transitionOrderToState(state: "ArrangingPayment") { ${result} } }`,
  );
  await ask(
    "pay",
    `mutation { addPaymentToOrder(input: { method: "card", metadata: {} }) { ${result} } }`,
  );
}
