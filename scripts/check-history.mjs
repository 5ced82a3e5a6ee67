// Checks a shop's history of cars from outside: computes the chain again from what the shop publishes.
//   node scripts/check-history.mjs https://cars.example [--head POSITION:HASH]… [--car LISTING_ID]…
// Needs only Node and this file. Keep the end that it prints, and give it with --head the next time.
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const pageLength = 5_000;
const sha256 = (data) => createHash("sha256").update(data).digest();
const hex = (text) => Buffer.from(text, "hex");

/**
 * Reads the chain and computes every seal again. `read` answers a path of the API with its JSON. The chain must pass
 * through the given `heads`, and the events of each of the `cars` must be in it.
 * @throws Error that names the first position that does not fit
 */
export async function checkHistory(read, { heads = [], cars = [] } = {}) {
  const published = await read("/api/history/head");
  const wanted = [...heads, published];
  const hashes = [];
  let before = Buffer.alloc(32);
  for (;;) {
    const { seals } = await read(`/api/history/chain?after=${hashes.length}&limit=${pageLength}`);
    for (const { position, hash, seal } of seals) {
      if (position !== hashes.length + 1)
        throw new Error(`Position ${hashes.length + 1} is missing.`);
      before = sha256(Buffer.concat([before, hex(hash)]));
      if (before.toString("hex") !== seal)
        throw new Error(`Position ${position}: the seal does not fit.`);
      hashes.push(hash);
      const other = wanted.find((head) => head.position === position && head.hash !== seal);
      if (other)
        throw new Error(
          `Position ${position}: the chain was made again since ${other.hash} was written down.`,
        );
    }
    if (seals.length < pageLength) break;
  }
  const missing = wanted.find(({ position }) => position > hashes.length);
  if (missing)
    throw new Error(
      `Position ${hashes.length + 1} is missing: the chain has had ${missing.position} seals.`,
    );
  for (const car of cars) await checkCar(read, car, hashes);
  return { position: hashes.length, hash: before.toString("hex") };
}

async function checkCar(read, car, hashes) {
  const { events } = await read(`/api/listings/${car}/history/seals`);
  const shown = await read(`/api/listings/${car}/history`);
  events.forEach(({ position, text, hash }, at) => {
    // Events of the last seconds are not sealed yet.
    if (position !== null && position <= hashes.length && hashes[position - 1] !== hash)
      throw new Error(`Event ${at + 1} of the car is not at position ${position} of the chain.`);
    // Events of earlier listings have no text.
    if (text === null) return;
    const [id, , , kind, , time] = text.split("|");
    if (sha256(Buffer.from(text)).toString("hex") !== hash)
      throw new Error(`Event ${id}: its hash does not fit.`);
    const { kind: shownKind, at: shownAt } = shown.events[at] ?? {};
    if (kind !== shownKind || Number(time) !== Date.parse(shownAt))
      throw new Error(`Event ${id} is not what the car's page shows.`);
  });
}

async function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      head: { type: "string", multiple: true, default: [] },
      car: { type: "string", multiple: true, default: [] },
    },
  });
  const [shop] = positionals;
  if (!shop)
    throw new Error(
      "Usage: node scripts/check-history.mjs URL [--head POSITION:HASH]… [--car LISTING_ID]…",
    );
  const read = async (path) => {
    const answer = await fetch(new URL(path, shop));
    if (answer.status === 429) {
      // The number of pages per minute is limited.
      await setTimeout(1_000 * Number(answer.headers.get("retry-after") ?? 60));
      return read(path);
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return answer.json();
  };
  const heads = values.head.map((text) => {
    const [position, hash] = text.split(":");
    return { position: Number(position), hash: hash.toLowerCase() };
  });
  const { position, hash } = await checkHistory(read, { heads, cars: values.car });
  console.log(`The chain is whole: ${position} events.\nIts end: ${position}:${hash}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await run().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
