import { ok, type Answer, type Call, type Handler } from "#simulators/payment-provider/call.ts";
import { expandObject } from "#simulators/payment-provider/objects/expand-object.ts";
import {
  findObject,
  listObjects,
  type Kind,
  type ListQuery,
  type Objects,
} from "#simulators/payment-provider/state/object-store.ts";
import { invalidRequest, noSuch } from "./api-error.ts";
import { ignored, integer, listOf, readParams, shape, text, type Reader } from "./params.ts";

const range = shape({ gt: integer, gte: integer, lt: integer, lte: integer });
const created: Reader<ListQuery["created"]> = (value, name) => {
  if (typeof value !== "string") return range(value, name) ?? {};
  const at = integer(value, name);
  return { gte: at, lte: at };
};

const listReaders = {
  limit: integer,
  starting_after: text,
  ending_before: text,
  created,
  expand: listOf(text),
};

/** Filters of a list. `type` and `types` are for events. */
type Filter = "payment_intent" | "charge" | "type" | "types" | "customer";

/** GET of a list: newest first, paged. `show` converts a stored object for the response. */
export function readList<K extends Kind>(kind: K, url: string, filters: Filter[] = []): Handler {
  const readers = {
    ...listReaders,
    payment_intent: text,
    charge: text,
    type: text,
    types: listOf(text),
    customer: text,
    delivery_success: ignored,
  };
  const hidden = (["payment_intent", "charge", "type", "types", "customer"] as const).filter(
    (name) => !filters.includes(name),
  );
  const parameters = Object.fromEntries(
    Object.entries(readers).filter(([name]) => !(hidden as string[]).includes(name)),
  ) as Partial<typeof readers>;
  return async (call) => {
    const input = readParams(call.params, parameters as typeof readers);
    const limit = checkLimit(input.limit);
    for (const name of ["starting_after", "ending_before"] as const)
      if (input[name] && !(await findObject(call.work, kind, input[name])))
        throw noSuch(kind, input[name], name);
    const { data, more } = input.customer
      ? { data: [], more: false }
      : await listObjects(call.work, kind, {
          limit,
          startingAfter: input.starting_after,
          endingBefore: input.ending_before,
          created: input.created,
          payment: input.payment_intent,
          charge: input.charge,
          types: input.types ?? (input.type ? [input.type] : undefined),
        });
    const list = { object: "list", data, has_more: more, url };
    return ok(await expandObject(call.work, list, input.expand));
  };
}

function checkLimit(limit: number | undefined): number {
  if (limit !== undefined && (limit < 1 || limit > 100))
    throw invalidRequest(
      limit < 1
        ? "This value must be greater than or equal to 1."
        : "This value must be less than or equal to 100.",
      { code: "parameter_invalid_integer", param: "limit" },
    );
  return limit ?? 10;
}

/** GET of one object. `name` and `param` are used in the 404 error. */
export function readOne<K extends Kind>(kind: K, name: string, param: string): Handler {
  return async (call) => {
    const object = await findOr404(call, kind, name, param);
    const input = readParams(call.params, { expand: listOf(text) });
    return answerOne(call, object, input.expand);
  };
}

async function answerOne(call: Call, object: object, expand: string[] | undefined) {
  return ok(await expandObject(call.work, object, expand)) satisfies Answer;
}

/** @throws ApiError 404 */
export async function findOr404<K extends Kind>(
  call: Pick<Call, "work" | "id">,
  kind: K,
  name: string,
  param: string,
): Promise<Objects[K]> {
  const stored = await findObject(call.work, kind, call.id);
  if (!stored) throw noSuch(name, call.id, param);
  return stored.object;
}
