/** A receipt's number as people read and quote it, for example M-000042. */
export function receiptNumber(number: number): string {
  return `M-${String(number).padStart(6, "0")}`;
}
