import type { Column } from "./feed-context.ts";

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
