// `npm run bench:overload`: what a shop does when twice as many visitors come as it can serve. See README.md.
import { closeShops, openShop } from "./compare-shops.mjs";
import { providerSettings, startProvider } from "./start-provider.mjs";
import { arrive, createTraffic, percentile, populate, priorityOf } from "./traffic.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const port = Number(process.env.PORT ?? 4710);
const goal = 1_000;
/** Of a hundred visitors, 94 browse, four book and two sign in. */
const visitOf = ({ browse, book, signIn }, number) =>
  number % 50 === 7 ? signIn() : number % 25 === 3 ? book() : browse();

const shops = [];
let stopProvider;
let failed = false;
try {
  const shop = await openShop(shops, port, {
    LOAD_SHEDDING: "on",
    ...providerSettings(port + 1),
  });
  stopProvider = await startProvider(shop, port + 1);
  const data = await populate(shop);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const saturating = await findSaturation(shop, data);
  console.log(`saturating load: ${saturating.toFixed(0)} visitors a second`);
  for (const times of [0.5, 1, 2])
    report(times, await run(shop, data, saturating * times), times >= 2);
} finally {
  await stopProvider?.();
  await closeShops(shops);
}
process.exit(failed ? 1 : 0);

/** Visitors per second that four visitors at a time make who come back at once: too few for a refusal. */
async function findSaturation(shop, data) {
  let refused = 0;
  const traffic = createTraffic(shop, data, ({ status }) => (refused += Number(status === 503)));
  let visits = 0;
  const rate = async (length) => {
    visits = 0;
    const until = performance.now() + length * 1_000;
    const ride = async () => {
      while (performance.now() < until) await visitOf(traffic, (visits += 1));
    };
    await Promise.all(Array.from({ length: 4 }, ride));
    return visits / length;
  };
  await rate(3);
  const result = await rate(8);
  // A refusal takes no time, so it would make the load look larger than it is.
  if (refused > 0) console.log(`refused while the load was looked for: ${refused}`);
  traffic.close();
  return result;
}

async function run(shop, data, perSecond) {
  const requests = [];
  const traffic = createTraffic(shop, data, (request) => requests.push(request));
  const came = await arrive(perSecond, seconds, (number) => visitOf(traffic, number));
  traffic.close();
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  return { requests, came };
}

function report(times, { requests, came }, isJudged) {
  const perSecond = (count) => (count / seconds).toFixed(0);
  console.log(
    `\n${times} x the saturating load: ${perSecond(came)} visitors and ${perSecond(requests.length)} requests a second`,
  );
  console.log("| requests | sent | answered | p50 ms | p99 ms | refused | unclear | failed |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  const groups = groupBy(requests, ({ kind }) => priorityOf(kind));
  const shares = {};
  for (const priority of ["optional", "normal", "essential"]) {
    const some = groups.get(priority) ?? [];
    const { p99, refused, unclear, failed: broken } = printRow(priority, some);
    shares[priority] = refused / some.length;
    if (isJudged && !(p99 < goal && unclear === 0 && broken === 0)) failed = true;
    for (const [kind, few] of groupBy(some, (request) => request.kind)) printRow(`– ${kind}`, few);
  }
  const isInOrder = shares.essential <= shares.normal && shares.normal <= shares.optional;
  if (isJudged && !isInOrder) failed = true;
}

/** Prints what became of some requests. `unclear` are refusals that do not say when to come back. */
function printRow(name, some) {
  const refusals = some.filter(({ status }) => status === 503);
  const answered = some.filter(({ status }) => status >= 200 && status < 500);
  const times = answered.map(({ ms }) => ms);
  const p50 = percentile(times, 0.5);
  const p99 = percentile(times, 0.99);
  const refused = refusals.length;
  const unclear = refusals.filter(({ headers }) => !headers["retry-after"]).length;
  const failed = some.length - refused - answered.length;
  const share = ((refused / some.length) * 100).toFixed(1);
  console.log(
    `| ${name} | ${some.length} | ${answered.length} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${refused} (${share} %) | ${unclear} | ${failed} |`,
  );
  return { p99, refused, unclear, failed };
}

function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}
