import type { FieldErrors } from "#shared/errors/app-error.ts";
import { readMoney } from "#shared/money/read-money.ts";
import { readNumber } from "#shared/text/read-number.ts";
import type { NewProduct } from "../listing-queries.ts";
import type { ProductForm } from "./product-body.ts";
import { examineTypedVin } from "./typed-vin.ts";

type Given = { typed: ProductForm; body: NewProduct; currency: string; isNew: boolean };

/**
 * Everything that is wrong with a car's form, by field, so that it can be shown at once. `body` is what would be sent:
 * what the seller did not change is not examined.
 */
export async function productRefusals(given: Given): Promise<FieldErrors> {
  return { ...(await refusedBySchema(given)), ...refusedAsTyped(given) };
}

/** What only the form can tell, because the server gets numbers. */
function refusedAsTyped({ typed, body, currency }: Given): FieldErrors {
  const refused: FieldErrors = {};
  for (const [name, label] of [
    ["originalPrice", "Original price"],
    ["resalePrice", "Resale price"],
  ] as const) {
    if (!(name in body)) continue;
    const read = readMoney(typed[name], { currency, label });
    if ("error" in read) refused[name] = read.error;
  }
  if ("mileage" in body && typed.mileage.trim() !== "" && readNumber(typed.mileage) === null)
    refused.mileage = "Enter the mileage as a number, like 41,000.";
  if (typed.vin.trim() !== "" && ("vin" in body || "category" in body)) {
    const { fault, question } = examineTypedVin(typed);
    if (fault !== null) refused.vin = fault;
    else if (question !== null && !typed.vinConfirmed)
      refused.vin = `${question} Correct it, or confirm that it is right.`;
  }
  return refused;
}

/** The server's own rules. They load when a form is first checked; if they cannot, the server decides alone. */
async function refusedBySchema({ typed, body, isNew }: Given): Promise<FieldErrors> {
  const rules = await import("./schema-refusals.ts").catch(() => null);
  return rules?.schemaRefusals(body, typed, isNew) ?? {};
}
