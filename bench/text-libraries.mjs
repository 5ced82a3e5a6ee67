// Compares search libraries with the shop's own index. See README.md.
// `node --expose-gc --import tsx bench/text-libraries.mjs FEED.csv…`
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { carColumns } from "../server/catalogue/search/car-columns.ts";
import { searchCars } from "../server/catalogue/search/search-cars.ts";
import { basicColour } from "../shared/listings/colour.ts";
import { fold } from "../shared/text/fold.ts";
import { colours, generator, phrases, places } from "./seed-listings.mjs";

const feeds = process.argv.slice(2);
if (feeds.length === 0 || !globalThis.gc) {
  console.error(
    "Usage: node --expose-gc --import tsx bench/text-libraries.mjs audi.csv bmw.csv merc.csv",
  );
  process.exit(1);
}
const [minisearch, orama, flexsearch, ufuzzy, roaring] = await loadLibraries([
  "minisearch",
  "@orama/orama",
  "flexsearch",
  "@leeoniya/ufuzzy",
  "roaring-wasm",
]);
const top = 10;
const random = generator(11);
const pick = (values) => values[random(values.length)];
const cars = feeds.flatMap(readFeed);
const count = Number(process.env.BENCH_SEARCHES ?? 200);
const queries = Array.from({ length: count }, (_, at) =>
  aQuery(["exact", "prefix", "typo"][at % 3]),
);

console.log(`${cars.length} cars, ${queries.length} searches, Node ${process.version}\n`);
await compareTexts();
compareBitmaps();

/** The packages of bench/libraries, or a hint what to run. */
async function loadLibraries(names) {
  const { resolve } = createRequire(new URL("libraries/package.json", import.meta.url));
  try {
    return await Promise.all(
      names.map(async (name) => {
        const module = await import(resolve(name));
        return module.default ?? module;
      }),
    );
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    console.error("First run: npm ci --prefix bench/libraries");
    process.exit(1);
  }
}

function readFeed(file, feed) {
  const make = ["Audi", "BMW", "Mercedes-Benz"][feed];
  const [, ...rows] = readFileSync(file, "utf8").trim().split(/\r?\n/);
  return rows.map((row, at) => {
    const [model, year, price, transmission, mileage, fuel, , , engine] = row
      .split(",")
      .map((value) => value.trim());
    const isDescribed = random(5) === 0;
    const paint = random(5) > 0 ? pick(colours) : "";
    return {
      id: `${feed}-${String(at).padStart(6, "0")}`,
      title: `${make} ${model} ${year}`,
      paint,
      location: pick(places),
      description: isDescribed ? [1, 2, 3].map(() => pick(phrases)).join(", ") : "",
      make,
      model,
      body: null,
      fuel: fuel.toLowerCase() === "other" ? null : fuel.toLowerCase(),
      transmission: { Manual: "manual", Automatic: "automatic" }[transmission] ?? "semi-automatic",
      colour: basicColour(paint),
      isVerified: random(4) > 0,
      year: Number(year),
      priceMinor: Number(price) * 100,
      mileage: Number(mileage) * 1_609_344,
      engineCc: Math.round(Number(engine) * 1_000) || null,
      listedAt: 1_760_000_000_000 + random(1_000_000) * 1_000,
    };
  });
}

/** Words of one car. `wanted` are the words that a right car has, in full and without the error. */
function aQuery(kind) {
  const car = pick(cars);
  const words = (text) => fold(text.toLowerCase()).split(" ");
  const wanted = [
    ...words(car.model).slice(0, 2),
    pick(words(car.location).filter((word) => word.length > 3)),
    ...(car.paint ? [pick(words(car.paint))] : []),
  ].filter(Boolean);
  const typed = [...wanted];
  const last = typed.length - 1;
  if (kind === "prefix") typed[last] = typed[last].slice(0, Math.max(3, typed[last].length - 2));
  if (kind === "typo") {
    // In the middle of a word, two letters are swapped, one is missing, or one is wrong.
    const long = Math.max(
      0,
      typed.findIndex((word) => word.length > 4),
    );
    const at = Math.floor(typed[long].length / 2);
    const [head, a = "", b = "", ...tail] = [typed[long].slice(0, at), ...typed[long].slice(at)];
    typed[long] = head + pick([b + a, b, `x${b}`]) + tail.join("");
  }
  return { kind, wanted, text: typed.join(" ") };
}

function textOf(car) {
  return fold(`${car.title} ${car.paint} ${car.location} ${car.description}`.toLowerCase());
}

async function compareTexts() {
  const documents = cars.map(({ id, title, paint, location, description }) => ({
    id,
    title,
    paint,
    location,
    description,
  }));
  const fields = ["title", "paint", "location", "description"];
  const engines = {
    "MiniSearch 7.2.0": () => {
      const index = new minisearch({
        fields,
        processTerm: (term) => fold(term.toLowerCase()),
        searchOptions: {
          combineWith: "AND",
          prefix: (_term, at, terms) => at === terms.length - 1,
          fuzzy: (term) => (term.length > 3 ? 0.25 : false),
        },
      });
      index.addAll(documents);
      return (text) =>
        index
          .search(text)
          .slice(0, top)
          .map(({ id }) => id);
    },
    "Orama 3.1.18": () => {
      const schema = Object.fromEntries(["id", ...fields].map((field) => [field, "string"]));
      const index = orama.create({ schema });
      for (const document of documents) orama.insert(index, document);
      return async (term) => {
        const settings = { term, properties: fields, tolerance: 1, threshold: 0, limit: top };
        return (await orama.search(index, settings)).hits.map(({ id }) => id);
      };
    },
    "FlexSearch 0.8.212": () => {
      // One field, because it does not combine words of several fields. It has no typing errors.
      const index = new flexsearch.Index({ tokenize: "forward" });
      for (const [at, car] of cars.entries()) index.add(at, textOf(car));
      return (text) => index.search(text, { limit: top }).map((at) => cars[at].id);
    },
    "uFuzzy 1.0.19": () => {
      const texts = cars.map(textOf);
      const fuzzy = new ufuzzy({ intraMode: 1, intraIns: 1 });
      return (text) => {
        const [ids, info, order] = fuzzy.search(texts, text, 1, 1e3);
        const places = order ? order.map((at) => info.idx[at]) : (ids ?? []);
        return places.slice(0, top).map((at) => cars[at].id);
      };
    },
    "own index, filters and page": ownIndex,
  };
  const byId = new Map(cars.map((car) => [car.id, new Set(textOf(car).split(" "))]));
  console.log(
    "| text | build s | memory MB | ms a search | p95 ms | right in first ten: exact | prefix | typing error |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const [name, build] of Object.entries(engines)) {
    const [search, seconds, megabytes] = measureBuild(build);
    for (const { text } of queries.slice(0, 20)) await search(text);
    const times = [];
    const shares = { exact: [], prefix: [], typo: [] };
    for (const { kind, text, wanted } of queries) {
      const start = process.cpuUsage();
      const ids = await search(text);
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1_000);
      const isRight = (id) => wanted.every((word) => byId.get(id).has(word));
      const all = Math.min(top, [...byId.keys()].filter(isRight).length);
      shares[kind].push(ids.filter(isRight).length / all);
    }
    times.sort((a, b) => a - b);
    const percent = (kind) => `${Math.round(mean(shares[kind]) * 100)} %`;
    console.log(
      `| ${name} | ${seconds} | ${megabytes} | ${mean(times).toFixed(2)} | ${times[Math.floor(times.length * 0.95)].toFixed(2)} | ${percent("exact")} | ${percent("prefix")} | ${percent("typo")} |`,
    );
  }
}

function ownIndex() {
  const columns = carColumns("GBP");
  for (const car of cars) columns.put(car.id, car);
  const context = { cars: columns, currency: "GBP", now: new Date() };
  return (q) => searchCars(context, { q, limit: top }).ids;
}

/** Value filters with the counts of every other value, by bitmaps and by the own index. */
function compareBitmaps() {
  const { RoaringBitmap32 } = roaring;
  const fields = ["make", "model", "fuel", "transmission"];
  const searches = Array.from({ length: 200 }, () => {
    const car = pick(cars);
    return Object.fromEntries(
      fields.filter(() => random(2) === 0).map((field) => [field, [car[field]]]),
    );
  }).filter((search) => Object.values(search).every(([value]) => value !== null));

  function bitmaps() {
    const sets = {};
    for (const field of fields) {
      const slots = new Map();
      for (const [at, car] of cars.entries()) {
        const ofValue = slots.get(car[field]);
        if (ofValue) ofValue.push(at);
        else slots.set(car[field], [at]);
      }
      sets[field] = new Map([...slots].map(([value, at]) => [value, new RoaringBitmap32(at)]));
    }
    const all = RoaringBitmap32.fromRange(0, cars.length);
    return (search) => {
      const counts = {};
      for (const field of fields) {
        // The cars under the other filters.
        const others = all.clone();
        for (const other of fields)
          if (other !== field && search[other])
            others.andInPlace(sets[other].get(search[other][0]));
        for (const [value, set] of sets[field])
          if (value !== null) counts[`${field} ${value}`] = set.andCardinality(others);
        others.dispose();
      }
      return counts;
    };
  }

  function own() {
    const columns = carColumns("GBP");
    for (const car of cars) columns.put(car.id, car);
    const context = { cars: columns, currency: "GBP", now: new Date() };
    return (search) => searchCars(context, { ...search, facets: "1", limit: 24 });
  }

  console.log("\n| facets | build s | memory MB | ms a search | p95 ms |");
  console.log("| --- | --- | --- | --- | --- |");
  for (const [name, build] of Object.entries({
    "roaring-wasm 1.1.0, counts of four fields": bitmaps,
    "own index, all facets, histograms and page": own,
  })) {
    const [search, seconds, megabytes] = measureBuild(build);
    for (const query of searches) search(query);
    const times = searches.map((query) => {
      const start = process.cpuUsage();
      search(query);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    });
    times.sort((a, b) => a - b);
    console.log(
      `| ${name} | ${seconds} | ${megabytes} | ${mean(times).toFixed(2)} | ${times[Math.floor(times.length * 0.95)].toFixed(2)} |`,
    );
  }
}

/** What a build returns, its processor seconds, and the memory it keeps. */
function measureBuild(build) {
  globalThis.gc();
  const before = process.memoryUsage();
  const start = process.cpuUsage();
  const search = build();
  const { user, system } = process.cpuUsage(start);
  globalThis.gc();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.external - before.heapUsed - before.external;
  return [search, ((user + system) / 1e6).toFixed(2), Math.round(bytes / 1e6)];
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
