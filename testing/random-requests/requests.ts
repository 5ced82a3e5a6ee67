import fc from "fast-check";
import type { Operation } from "./read-operations.ts";
import { fitting, knownOf, oddText, oddValue } from "./values.ts";

export const callers = ["visitor", "buyer", "seller", "admin"] as const;
export type Caller = (typeof callers)[number];

/** How a request differs from what the documentation allows. */
type Fault =
  | { kind: "none" }
  /** The parameter or field has this value instead. */
  | { kind: "odd"; part: "query" | "body"; name: string; value: unknown }
  | { kind: "missing" | "extra"; part: "query" | "body"; name: string }
  | { kind: "repeated"; name: string }
  | { kind: "wholeBody"; value: unknown }
  | { kind: "rawBody"; text: string }
  | { kind: "contentType"; type: string }
  | { kind: "token"; header: string }
  | { kind: "rawQuery"; text: string };

export type Plan = {
  operation: Operation;
  caller: Caller;
  /** By parameter: an id of an earlier answer of the same kind, or something else. */
  pathValue: { own: boolean; value: unknown };
  query: Record<string, unknown>;
  body: unknown;
  fault: Fault;
};

const brokenJson = [
  "{",
  '{"a":',
  "[1,",
  "undefined",
  "{'a':1}",
  "\u0000",
  '{"a":1}}',
  '{"a":1e400}',
  "NaN",
  "",
  '{"a":1,"a":2}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":1}}',
  '"\\ud800"',
  "[".repeat(5_000),
  `${'{"a":'.repeat(200)}1${"}".repeat(200)}`,
  '{"a":"'.padEnd(300_000, "x"),
];
const contentTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "nonsense",
  "",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "application/json;;",
];
const tokens = ["Bearer a.b.c", "Bearer ", "Bearer", "Basic YTpi", "bearer null", "x", "Bearer é"];
const rawQueries = [
  "%",
  "%zz",
  "%00",
  "a=%c3%28",
  "&&&",
  "=",
  "limit",
  "[]=1",
  "a[b]=1",
  "?",
  "q=%u0041",
];

const field = (
  { query, body }: Operation,
  which: (required: boolean) => boolean = () => true,
): { part: "query" | "body"; name: string }[] => [
  ...query
    .filter(({ required = false }) => which(required))
    .map(({ name }) => ({ part: "query" as const, name })),
  ...Object.keys(body?.properties ?? {})
    .filter((name) => which(body?.required?.includes(name) ?? false))
    .map((name) => ({ part: "body" as const, name })),
];

function faultsOf(operation: Operation): fc.Arbitrary<Fault> {
  const fields = field(operation);
  const required = field(operation, (isRequired) => isRequired);
  const isRead = operation.method === "GET";
  const weighted = (weight: number, arbitrary: fc.Arbitrary<Fault>) => ({ weight, arbitrary });
  return fc.oneof(
    weighted(6, fc.constant({ kind: "none" })),
    weighted(1, fc.record({ kind: fc.constant("token"), header: fc.constantFrom(...tokens) })),
    weighted(1, fc.record({ kind: fc.constant("rawQuery"), text: fc.constantFrom(...rawQueries) })),
    weighted(
      1,
      fc.record({
        kind: fc.constant("extra"),
        part: fc.constant(operation.body ? "body" : "query"),
        name: fc.constantFrom("unknown", "__proto__", "constructor", "toString", "role", "ü"),
      }),
    ),
    ...(fields.length > 0 ? [weighted(8, oddField(fields))] : []),
    ...(required.length > 0
      ? [
          weighted(
            1,
            fc.constantFrom(...required).map((one) => ({ kind: "missing", ...one })),
          ),
        ]
      : []),
    ...(operation.query.length > 0
      ? [
          weighted(
            1,
            fc.constantFrom(...operation.query).map(({ name }) => ({ kind: "repeated", name })),
          ),
        ]
      : []),
    ...(isRead
      ? []
      : [
          weighted(1, fc.record({ kind: fc.constant("wholeBody"), value: oddValue })),
          weighted(
            1,
            fc.record({ kind: fc.constant("rawBody"), text: fc.constantFrom(...brokenJson) }),
          ),
          weighted(
            1,
            fc.record({ kind: fc.constant("contentType"), type: fc.constantFrom(...contentTypes) }),
          ),
        ]),
  );
}

function oddField(fields: { part: "query" | "body"; name: string }[]): fc.Arbitrary<Fault> {
  return fc.constantFrom(...fields).chain(({ part, name }) =>
    fc.record({
      kind: fc.constant("odd" as const),
      part: fc.constant(part),
      name: fc.constant(name),
      value: part === "query" ? oddText : oddValue,
    }),
  );
}

/** Requests for one call of the API, valid and invalid ones. */
function requestsFor(operation: Operation, mayCall: readonly Caller[]): fc.Arbitrary<Plan> {
  const { query, body } = operation;
  return fc.record({
    operation: fc.constant(operation),
    caller: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...mayCall) },
      { weight: 1, arbitrary: fc.constantFrom(...callers) },
    ),
    pathValue: fc.oneof(
      { weight: 7, arbitrary: fc.record({ own: fc.constant(true), value: knownOf("id") }) },
      {
        weight: 1,
        arbitrary: fc.record({ own: fc.constant(false), value: fc.oneof(knownOf("id"), oddText) }),
      },
    ),
    query: fc.record(
      Object.fromEntries(
        query.map(({ name, schema, required }) => [
          name,
          required
            ? fitting(schema, name)
            : fc.oneof(
                { weight: 5, arbitrary: fc.constant(undefined) },
                { weight: 1, arbitrary: fitting(schema, name) },
              ),
        ]),
      ),
      { noNullPrototype: true },
    ),
    body: body ? fitting(body) : fc.constant(undefined),
    fault: faultsOf(operation),
  });
}

/** Requests for all calls, each as often as the others, mostly by those who may call it. */
export function anyRequest(
  operations: Operation[],
  mayCall: (operation: Operation) => readonly Caller[],
): fc.Arbitrary<Plan> {
  return fc.oneof(...operations.map((operation) => requestsFor(operation, mayCall(operation))));
}
