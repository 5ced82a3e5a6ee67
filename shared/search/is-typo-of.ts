/**
 * Whether a word is another one with a typing error: one character wrong, missing, extra or swapped with its neighbor,
 * two from eight characters on. The first character must be right.
 */
export function isTypoOf(word: string, intended: string): boolean {
  const allowed = Math.min(word.length, intended.length) >= 8 ? 2 : 1;
  if (word[0] !== intended[0] || Math.abs(word.length - intended.length) > allowed) return false;
  return distanceWithin(word, intended, allowed);
}

// Optimal string alignment distance, on three rows.
function distanceWithin(a: string, b: string, allowed: number): boolean {
  let before = new Uint8Array(b.length + 1);
  let row = Uint8Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = new Uint8Array(b.length + 1);
    next[0] = i;
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      next[j] = cost;
      if (cost < best) best = cost;
    }
    if (best > allowed) return false;
    [before, row] = [row, next];
  }
  return row[b.length]! <= allowed;
}
