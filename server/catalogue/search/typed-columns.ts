type TypedColumns = {
  [name: string]: Float64Array | Uint32Array | Int32Array | Uint8Array | TypedColumns;
};

/** Replaces every column by a larger one with the same values. */
export function enlarge(columns: TypedColumns, capacity: number): void {
  for (const [name, column] of Object.entries(columns)) {
    if (!ArrayBuffer.isView(column)) {
      enlarge(column, capacity);
      continue;
    }
    const larger = new (column.constructor as Uint32ArrayConstructor)(capacity);
    larger.set(column);
    columns[name] = larger;
  }
}
