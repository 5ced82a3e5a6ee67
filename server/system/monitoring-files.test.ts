import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  counters,
  durations,
  processGauges,
  shopGauges,
} from "#server/platform/metrics/metric-catalog.ts";
import { createTestApp } from "#testing/test-app.ts";

const rulesFile = "deploy/prometheus/marque.rules.yml";
const rules = readFileSync(rulesFile, "utf8");
const dashboard = readFileSync("deploy/grafana/marque.json", "utf8");
const list = readFileSync("docs/metrics.md", "utf8");
const runbook = readFileSync("docs/operations/when-something-fails.md", "utf8");

const ours = [counters, durations, processGauges, shopGauges].flatMap((metrics) =>
  Object.values(metrics).map(({ name }) => name as string),
);
const parts = Object.values(durations).flatMap(({ name }) =>
  ["bucket", "sum", "count"].map((part) => `${name}_${part}`),
);

let exposed: string[];
let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp({ METRICS_TOKEN: "metrics-token-of-the-tests" });
  const { body } = await shop.app.inject({
    url: "/metrics",
    headers: { authorization: "Bearer metrics-token-of-the-tests" },
  });
  exposed = [...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
});
afterAll(() => shop.close());

/** The names of metrics in PromQL: words that are not functions, labels or strings. */
function metricsIn(text: string): string[] {
  const names = text.match(/\b(?:marque|process|nodejs)_\w+|\bmarque:[\w:]+/g) ?? [];
  return [...new Set(names)];
}

test("exposes the metrics of the list, and the list has all", () => {
  const listed = metricsIn(list).filter((name) => name.startsWith("marque_"));
  expect(listed.toSorted()).toEqual(ours.toSorted());
  const unlisted = exposed.filter((name) => name.startsWith("marque_") && !ours.includes(name));
  expect(unlisted).toEqual([]);
  // Some need a replica, a certificate, an import or a backup to have a value.
  const conditional =
    /replica_lag|read_replicas|certificate|last_(import|backup|restored)|backup_archive|queue_(jobs|oldest)/;
  expect(ours.filter((name) => !exposed.includes(name) && !conditional.test(name))).toEqual([]);
});

test("rules and dashboard use only metrics that exist", () => {
  const recorded = [...rules.matchAll(/- record: (\S+)/g)].map(([, name]) => name!);
  const knownNames = new Set([...ours, ...parts, ...exposed, ...recorded]);
  // A file that is mentioned, and the data source.
  const used = metricsIn(`${rules}\n${dashboard}`);
  expect(used.filter((name) => !knownNames.has(name))).toEqual([]);
  expect(used.length).toBeGreaterThan(25);
});

test("the dashboard shows every metric of ours", () => {
  const shown = metricsIn(dashboard).join(" ");
  const recordedFrom = metricsIn(rules).join(" ");
  const missing = ours.filter((name) => !shown.includes(name) && !recordedFrom.includes(name));
  expect(missing).toEqual([]);
});

test("each alert says what happened, what to do, and where the runbook explains it", () => {
  const alerts = rules.split("- alert: ").slice(1);
  expect(alerts.length).toBeGreaterThan(15);
  const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const alert of alerts) {
    const name = alert.split("\n")[0];
    expect(alert, name).toMatch(/ {10}severity: (critical|warning)\n/);
    expect(alert, name).toMatch(/ {10}summary: ".{15,}"\n/);
    expect(alert, name).toMatch(/ {10}action: ".{15,}\."\n/);
    const anchor = /runbook: docs\/operations\/when-something-fails\.md#(\S+)/.exec(alert)?.[1];
    expect(anchors, name).toContain(anchor);
  }
});
