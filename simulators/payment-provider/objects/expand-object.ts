import { invalidRequest } from "#simulators/payment-provider/http/api-error.ts";
import {
  findObject,
  listObjects,
  type Kind,
} from "#simulators/payment-provider/state/object-store.ts";
import type { Work } from "#simulators/payment-provider/state/work.ts";

/** Fields that contain an ID, with the kind of object. */
const expandable: Record<string, Kind | "none"> = {
  balance_transaction: "balance_transaction",
  failure_balance_transaction: "balance_transaction",
  charge: "charge",
  latest_charge: "charge",
  payment_intent: "payment_intent",
  payment_method: "payment_method",
  // The simulator has no such objects, so the fields stay null.
  application: "none",
  customer: "none",
  on_behalf_of: "none",
  review: "none",
  source: "none",
};

type Fields = Record<string, unknown>;

/** Expands the fields in `paths` (such as `latest_charge.balance_transaction`). @throws ApiError 400 */
export async function expandObject(
  work: Pick<Work, "db">,
  object: object,
  paths: string[] | undefined,
): Promise<object> {
  if (!paths || paths.length === 0) return object;
  const copy = structuredClone(object) as Fields;
  for (const path of paths) await expandPath(work, copy, path.split("."), path);
  return copy;
}

async function expandPath(
  work: Pick<Work, "db">,
  object: Fields,
  [name, ...rest]: string[],
  path: string,
): Promise<void> {
  if (name === undefined) return;
  if (rest.length > 3)
    throw invalidRequest("You cannot expand more than 4 levels of a property.", {
      param: "expand",
    });
  if (object.object === "list" && name === "data") {
    for (const item of object.data as Fields[]) await expandPath(work, item, rest, path);
    return;
  }
  if (object.object === "charge" && name === "refunds") {
    object.refunds = await refundsOf(work, String(object.id));
    return;
  }
  const kind = Object.hasOwn(object, name) ? expandable[name] : undefined;
  if (!kind)
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
  if (kind === "none" || object[name] === null) return;
  if (typeof object[name] === "string")
    object[name] = (await findObject(work, kind, object[name]))?.object ?? object[name];
  if (typeof object[name] === "object") await expandPath(work, object[name] as Fields, rest, path);
}

async function refundsOf(work: Pick<Work, "db">, charge: string) {
  const { data, more } = await listObjects(work, "refund", { limit: 10, created: {}, charge });
  return { object: "list", data, has_more: more, url: `/v1/charges/${charge}/refunds` };
}
