// Checks that response times do not reveal whether an email has an account. See README.md.
import { cpus } from "node:os";
import { closeShops, openShop } from "./compare-shops.mjs";

const pairs = Number(process.env.BENCH_PAIRS ?? 300);
const port = Number(process.env.PORT ?? 4720);
const registeredEmail = "buyer@marque.example";
const calls = [
  ["signing in with a wrong password", "sign-in/email", (email) => ({ email, password: wrong() })],
  ["asking for a new password", "request-password-reset", (email) => ({ email })],
];
let serial = 0;
const wrong = () => `Wrong!${(serial += 1)}`;
const unknown = () => `unknown-${(serial += 1)}@marque.example`;

const shops = [];
try {
  const shop = await openShop(shops, port);
  console.log(`Node ${process.version}, ${cpus().length} processors, ${pairs} pairs each\n`);
  console.log("| call | median ms, known | median ms, unknown | ratio | known is slower |");
  console.log("| --- | --- | --- | --- | --- |");
  for (const [name, path, bodyOf] of calls) {
    const times = { known: [], unknown: [] };
    const ask = async (who) => {
      const body = bodyOf(who === "known" ? registeredEmail : unknown());
      times[who].push(await timeOf(shop, path, body));
    };
    for (let round = 0; round < 10; round += 1) await timeOf(shop, path, bodyOf(unknown()));
    // In pairs and by lot, so that whatever else the machine does falls on both.
    for (let pair = 0; pair < pairs; pair += 1) {
      const order = Math.random() < 0.5 ? ["known", "unknown"] : ["unknown", "known"];
      for (const who of order) await ask(who);
    }
    report(name, times);
  }
} finally {
  await closeShops(shops);
}

async function timeOf({ address }, path, body) {
  const start = performance.now();
  const answer = await fetch(`${address}/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  const taken = performance.now() - start;
  if (![200, 401].includes(answer.status)) throw new Error(`${path}: ${answer.status}`);
  return taken;
}

/** How often the known email of a pair was slower. Chance is one half. */
function report(name, times) {
  const slower = times.known.filter((time, pair) => time > times.unknown[pair]).length / pairs;
  const one = middle(times.known);
  const other = middle(times.unknown);
  const ratio = one / other;
  console.log(
    `| ${name} | ${one.toFixed(1)} | ${other.toFixed(1)} | ${ratio.toFixed(3)} | ${Math.round(slower * 100)} of 100 |`,
  );
  if (Math.abs(ratio - 1) > 0.05) process.exitCode = 1;
}

function middle(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
