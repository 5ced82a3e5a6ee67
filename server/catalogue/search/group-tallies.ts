import type { CarGroups } from "./car-groups.ts";

const talliedColumns = ["priceBucket", "mileageBucket", "look"] as const;
type Columns = Record<(typeof talliedColumns)[number], Uint8Array>;

/**
 * How many cars of each group have each value of a column. The entries of a group are in the places of its slots: `size`
 * of them, from its first slot on.
 */
export type Tally = { values: Uint8Array; counts: Uint32Array; size: Uint32Array };
export type Tallies = Record<(typeof talliedColumns)[number], Tally>;

/**
 * Tallies of groups, which a search adds up instead of looking at their cars if all of them count. Returns a function
 * that first tallies the groups that have changed.
 */
export function groupTallies(columns: Columns, groups: CarGroups): () => Tallies {
  const tallies: Tallies = { priceBucket: newTally(), mileageBucket: newTally(), look: newTally() };
  return () => {
    for (const name of talliedColumns) makeRoom(tallies[name], groups);
    const { isStale } = groups.columns;
    const size = groups.size();
    for (let group = 1; group < size; group++) {
      if (isStale[group] === 0) continue;
      for (const name of talliedColumns) tallyGroup(tallies[name], columns[name], group, groups);
      isStale[group] = 0;
    }
    return tallies;
  };
}

/** Adds a group's numbers of cars to those of each value. */
export function addTally(
  { values, counts, size }: Tally,
  group: number,
  start: number,
  totals: Uint32Array,
): void {
  const end = start + size[group]!;
  for (let place = start; place < end; place++) totals[values[place]!]! += counts[place]!;
}

function newTally(): Tally {
  return {
    values: new Uint8Array(0),
    counts: new Uint32Array(0),
    size: new Uint32Array(0),
  };
}

function makeRoom(tally: Tally, groups: CarGroups): void {
  if (tally.values.length < groups.length()) {
    const { values, counts } = tally;
    const room = Math.ceil(groups.length() * 1.25);
    tally.values = new Uint8Array(room);
    tally.values.set(values);
    tally.counts = new Uint32Array(room);
    tally.counts.set(counts);
  }
  if (tally.size.length < groups.size()) {
    const { size } = tally;
    tally.size = new Uint32Array(groups.size() * 2);
    tally.size.set(size);
  }
}

/** How many cars of one group have each value. */
const countOf = new Uint32Array(256);

function tallyGroup(
  { values, counts, size }: Tally,
  column: Uint8Array,
  group: number,
  { columns: { start, count } }: CarGroups,
): void {
  const first = start[group]!;
  const end = first + count[group]!;
  let last = first;
  for (let slot = first; slot < end; slot++) {
    const value = column[slot]!;
    if (countOf[value] === 0) values[last++] = value;
    countOf[value]! += 1;
  }
  for (let place = first; place < last; place++) {
    const value = values[place]!;
    counts[place] = countOf[value]!;
    countOf[value] = 0;
  }
  size[group] = last - first;
}
