/** How long a hold lasts, in words. `hours` is above 0 and can be a fraction. */
export function holdWords(hours: number): string {
  if (hours >= 48 && hours % 24 === 0) return `${hours / 24} days`;
  if (Number.isInteger(hours)) return hours === 1 ? "1 hour" : `${hours} hours`;
  const minutes = Math.round(hours * 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
