import type { Counter, Histogram, Registry } from "prom-client";
import {
  counters,
  durationBounds,
  durations,
  processGauges,
  shopGauges,
  type Metric,
} from "./metric-catalog.ts";

type Labels = Record<string, string>;
type LabelsOf<Of extends Metric> = Of extends { labels: infer L }
  ? { [Name in keyof L]: L[Name] extends readonly (infer Value)[] ? Value : string }
  : undefined;

const gauges = { ...processGauges, ...shopGauges };
type GaugeName = keyof typeof gauges;

type Started = {
  client: typeof import("prom-client");
  registry: Registry;
  counters: Record<string, Counter>;
  durations: Record<string, Histogram>;
};

// One per process, like the process's memory and event loop that it describes. Null while metrics are off.
let started: Started | null = null;

/** Starts to count. Until then, `count` and `observe` do nothing, and the library is not loaded. */
export async function startMetrics(): Promise<void> {
  if (started) return;
  const client = await loadClient();
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  started = {
    client,
    registry,
    counters: mapValues(counters, (metric) => new client.Counter(optionsOf(metric, registry))),
    durations: mapValues(
      durations,
      (metric) => new client.Histogram({ ...optionsOf(metric, registry), buckets: durationBounds }),
    ),
  };
  for (const [key, metric] of Object.entries<Metric>(counters))
    for (const labels of knownLabels(metric)) started.counters[key]!.inc(labels, 0);
}

/** The library's CommonJS module, as bundled and as unbundled code see it. */
async function loadClient(): Promise<typeof import("prom-client")> {
  const loaded = await import("prom-client");
  return "default" in loaded ? loaded.default : loaded;
}

export function isCounting(): boolean {
  return started !== null;
}

/** Adds to a counter. */
export function count<Name extends keyof typeof counters>(
  name: Name,
  labels: LabelsOf<(typeof counters)[Name]>,
  by = 1,
): void {
  started?.counters[name]?.inc(labels, by);
}

/** Records a duration, in seconds. */
export function observe<Name extends keyof typeof durations>(
  name: Name,
  labels: LabelsOf<(typeof durations)[Name]>,
  seconds: number,
): void {
  started?.durations[name]?.observe(labels, seconds);
}

/** A gauge's value and its labels. */
export type Reading = { gauge: GaugeName; labels?: Labels; value: number };

/** The metrics in Prometheus' text format, with these gauges; those that could not be read are left out. */
export async function renderMetrics(
  readings: readonly Reading[],
): Promise<{ contentType: string; text: string }> {
  if (!started) throw new Error("Metrics are off.");
  const { client, registry } = started;
  // New ones each time, so that scrapes at the same time do not mix and no old label remains.
  const read = new client.Registry();
  for (const [name, metric] of Object.entries<Metric>(gauges)) {
    const values = readings.filter((reading) => reading.gauge === name);
    if (values.length === 0) continue;
    const gauge = new client.Gauge(optionsOf(metric, read));
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  }
  const texts = await Promise.all([registry.metrics(), read.metrics()]);
  return { contentType: registry.contentType, text: texts.join("\n") };
}

function optionsOf({ name, help, labels = {} }: Metric, registry: Registry) {
  return { name, help, registers: [registry], labelNames: Object.keys(labels) };
}

/** The combinations of a metric's labels, if all values are known. */
function knownLabels({ labels = {} }: Metric): Labels[] {
  return Object.entries(labels).reduce<Labels[]>(
    (combined, [label, values]) =>
      values === "set"
        ? []
        : combined.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
}

function mapValues<Value>(
  metrics: Record<string, Metric>,
  make: (metric: Metric) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(metrics).map(([key, metric]) => [key, make(metric)]));
}
