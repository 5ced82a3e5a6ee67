/**
 * How many characters have to be added, removed, replaced or swapped with the next one to make one text the other (optimal
 * string alignment). Stops early, and returns `most + 1`, if there are more than `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast = new Uint16Array(other.length + 1);
  let last = Uint16Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = new Uint16Array(other.length + 1);
    next[0] = row;
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let distance = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      );
      if (
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      )
        distance = Math.min(distance, beforeLast[column - 2]! + 1);
      next[column] = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return most + 1;
    [beforeLast, last] = [last, next];
  }
  return Math.min(last[other.length]!, most + 1);
}
