/** The cell of a slot without a car. */
export const noCell = 0;

type CellColumns = { cell: Uint32Array; placeInCell: Uint32Array };

/** The combinations of values that cars have, and the slots of the cars with each. */
export function createCells() {
  const byKey = new Map<string, number>();
  const values: (readonly number[])[] = [[]];
  const slots: Uint32Array[] = [new Uint32Array(0)];
  const counts = [0];
  return {
    /** Adds a slot to the cell of these codes. */
    join(codes: readonly number[], slot: number, columns: CellColumns): void {
      const key = codes.join();
      let cell = byKey.get(key);
      if (cell === undefined) {
        cell = counts.push(0) - 1;
        values.push(codes);
        slots.push(new Uint32Array(4));
        byKey.set(key, cell);
      }
      const place = counts[cell]!;
      if (place === slots[cell]!.length) {
        const larger = new Uint32Array(place * 2);
        larger.set(slots[cell]!);
        slots[cell] = larger;
      }
      slots[cell]![place] = slot;
      counts[cell] = place + 1;
      columns.cell[slot] = cell;
      columns.placeInCell[slot] = place;
    },
    /** Takes a slot out of its cell. The cell's last slot takes its place. */
    leave(slot: number, columns: CellColumns): void {
      const cell = columns.cell[slot]!;
      const last = slots[cell]![counts[cell]! - 1]!;
      slots[cell]![columns.placeInCell[slot]!] = last;
      columns.placeInCell[last] = columns.placeInCell[slot]!;
      counts[cell]! -= 1;
      columns.cell[slot] = noCell;
    },
    size: () => counts.length,
    count: (cell: number) => counts[cell]!,
    codes: (cell: number) => values[cell]!,
    slots: (cell: number) => slots[cell]!,
  };
}
