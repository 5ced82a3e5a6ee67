import { Agent } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "#shared/accounts/account.ts";
import { policy } from "#server/policy.ts";
import { securityHeaders } from "#server/platform/http/security-headers.ts";
import { aPicture } from "#testing/images/pictures.ts";
import { judgeAnswer } from "#testing/random-requests/judge-answer.ts";
import { createKnownValues } from "#testing/random-requests/known-values.ts";
import { createAccounts } from "#testing/random-requests/random-accounts.ts";
import {
  readOperations,
  type ApiDocument,
  type Operation,
} from "#testing/random-requests/read-operations.ts";
import { anyRequest, callers, type Caller, type Plan } from "#testing/random-requests/requests.ts";
import { asCurl, buildRequest, send } from "#testing/random-requests/send-request.ts";
import { createTestApp } from "#testing/test-app.ts";
import { printSeed, sizeOf, testSeed } from "#testing/test-depth.ts";

const requests = sizeOf("randomRequests");
// Refused sign-ins wait for half a second.
const atATime = 24;
const inABatch = 500;
// A busy machine must not make a request give up on the database.
const settings = { LOG_LEVEL: "error", DATABASE_WAIT: "60", DATABASE_STATEMENT_TIMEOUT: "60" };

let shop: Awaited<ReturnType<typeof createTestApp>>;
let address: string;
const log: string[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: atATime });

beforeAll(async () => {
  shop = await createTestApp(settings, { write: (line) => log.push(line) });
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  agent.destroy();
  await shop.close();
});

const callerOf: Record<Role, Caller> = { Buyer: "buyer", Seller: "seller", admin: "admin" };

function mayCall({ method, path }: Operation): readonly Caller[] {
  const rule = policy[`${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`];
  return Array.isArray(rule) ? (rule as Role[]).map((role) => callerOf[role]) : callers;
}

/** The requests of the run, in batches. The same seed makes the same ones. */
function* batches(document: ApiDocument): Generator<Plan[]> {
  const plan = anyRequest(readOperations(document), mayCall);
  for (let done = 0; done < requests; done += inABatch)
    yield fc.sample(plan, {
      seed: testSeed + done,
      numRuns: Math.min(inABatch, requests - done),
    });
}

test(
  `${requests} random requests get documented answers that name what is wrong, and no 5xx`,
  { timeout: 60_000 + requests * 100 },
  async () => {
    printSeed("random requests");
    const document = (await shop.call("GET", "/api/openapi.json")).body as ApiDocument;
    const values = createKnownValues();
    const accounts = await createAccounts(shop, values);
    const picture = await aPicture({ width: 16, height: 16, format: "png" });
    const headers = Object.keys(securityHeaders(shop.deps.config));
    const wrong = new Map<string, string>();
    const statuses = new Map<number, number>();

    async function play(plan: Plan): Promise<void> {
      const account = await accounts.of(plan.caller);
      const sent = buildRequest(plan, values, account, picture);
      const answer = await send(address, sent, agent);
      if (answer) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = judgeAnswer(plan, sent, answer, headers);
      const call = `${plan.operation.method} ${plan.operation.path}`;
      // One of a kind is enough.
      const kind = `${call} ${fault?.replace(/[0-9a-f-]{8,}|\d{2,}/g, "…").slice(0, 120)}`;
      if (fault && !wrong.has(kind))
        wrong.set(
          kind,
          [
            `${call} as ${plan.caller} ${fault}`,
            asCurl(address, sent, account?.token),
            ...(answer && answer.status < 500 ? [] : log.slice(-1)),
          ].join("\n  "),
        );
      if (answer?.status === 401 && plan.caller !== "visitor" && plan.fault.kind !== "token")
        accounts.check(plan.caller);
      if (answer?.status === 200 && /json/.test(answer.headers["content-type"] ?? ""))
        values.collect(plan.operation.path, JSON.parse(answer.text));
    }
    for (const batch of batches(document)) {
      const next = batch[Symbol.iterator]();
      const rider = async () => {
        for (const plan of next) await play(plan);
      };
      await Promise.all(Array.from({ length: atATime }, rider));
    }
    await accounts.settle();
    const counts = [...statuses].toSorted().map(([status, count]) => `${count} x ${status}`);
    console.log(`${requests} random requests: ${counts.join(", ")}`);
    expect([...wrong.values()].join("\n\n")).toBe("");
    expect(statuses.get(200)).toBeGreaterThan(requests / 10);
  },
);
