import type { Column } from "../feed-context.ts";
import { compact } from "./header-name.ts";

/** Without a plain price, the regular one is the price, or else the special one or the total. */
export function namePrice(columns: Column[]): void {
  for (const field of ["regularPrice", "specialPrice", "totalPrice"] as const) {
    if (columns.some((column) => column.field === "price")) return;
    for (const column of columns) if (column.field === field) column.field = "price";
  }
}

/** An "id" may number the rows of a database: it is the reference of a feed that has no other. */
export function leaveOutIds(columns: readonly Column[]): readonly Column[] {
  const isId = ({ field, header }: Column) =>
    field === "reference" && /^[@_]?id$/i.test(header.trim());
  const hasReference = columns.some((column) => column.field === "reference" && !isId(column));
  return hasReference ? columns.filter((column) => !isId(column)) : columns;
}

const dateOfBuild = /(?:productiondate|dateofproduction|manufacturedate)$/;

/**
 * A car can be built before its model year or registration, so this date says its year only if no other column does.
 */
export function leaveOutBuildDates(columns: readonly Column[]): readonly Column[] {
  const isBuildDate = ({ field, header }: Column) =>
    field === "year" && dateOfBuild.test(compact(header));
  const hasYear = columns.some(
    (column) =>
      (column.field === "year" && !isBuildDate(column)) || column.field === "firstRegistration",
  );
  return hasYear ? columns.filter((column) => !isBuildDate(column)) : columns;
}

/** Without a column for it, the model is in the advert's title ("BMW X1 sDrive 20d"). */
export function nameModel(columns: readonly Column[]): void {
  if (columns.some(({ field }) => field === "model")) return;
  const title = columns.find(({ field }) => field === "title");
  if (title) Object.assign(title, { field: "model", isTitle: true });
}
