/**
 * Turns parts of a log price into amounts of money, in minor units, that add up exactly:
 * `baseMinor + sum of amountsMinor = estimateMinor`.
 *
 * All parts are multiplied by the logarithmic mean of base and estimate, (estimate − base) / (ln estimate − ln base).
 * So the order of the parts does not matter, each amount has the sign of its part, and equal parts get equal amounts.
 * The units lost by rounding go to the amounts with the largest remainders.
 */
export function splitPrice(baseLog: number, parts: readonly number[]) {
  const total = parts.reduce((sum, part) => sum + part, 0);
  const base = Math.exp(baseLog);
  const baseMinor = Math.round(base);
  const estimateMinor = Math.round(Math.exp(baseLog + total));
  // expm1 is exact near 0, where the mean is the base.
  const mean = total === 0 ? base : (base * Math.expm1(total)) / total;
  const exact = parts.map((part) => part * mean);
  const amountsMinor = exact.map(Math.floor);
  const byRemainder = exact
    .map((amount, at) => ({ at, remainder: amount - Math.floor(amount) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at);
  let missing = estimateMinor - baseMinor - amountsMinor.reduce((sum, amount) => sum + amount, 0);
  for (let turn = 0; missing !== 0 && byRemainder.length > 0; turn += 1) {
    const step = Math.sign(missing);
    const { at } = byRemainder.at(step > 0 ? turn % parts.length : -1 - (turn % parts.length))!;
    amountsMinor[at] = amountsMinor[at]! + step;
    missing -= step;
  }
  return { baseMinor, estimateMinor, amountsMinor };
}
