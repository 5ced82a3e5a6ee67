import type { FieldErrors } from "#shared/errors/app-error.ts";
import { detailNames, whyNotRegistered } from "#shared/listings/car-details.ts";
import { addProductBody, changeProductBody } from "#shared/listings/listing-contract.ts";
import { readNumber } from "#shared/text/read-number.ts";
import type { NewProduct } from "../listing-queries.ts";
import type { ProductForm } from "./product-body.ts";

/** Why the server would refuse this body, by field. */
export function schemaRefusals(body: NewProduct, typed: ProductForm, isNew: boolean): FieldErrors {
  const { error } = (isNew ? addProductBody : changeProductBody).safeParse(body);
  const refused: FieldErrors = {};
  for (const { path, message } of error?.issues ?? []) refused[String(path[0])] ??= message;
  const isDated = "year" in body || detailNames.some((name) => name in body);
  const unfit =
    isDated && whyNotRegistered(readNumber(typed.year), typed.firstRegistration || null);
  if (unfit && !refused.year) refused.firstRegistration ??= unfit;
  return refused;
}
