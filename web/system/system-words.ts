import type { WatchedService } from "#shared/system/system-contract.ts";

export const serviceNames: Record<WatchedService, string> = {
  payments: "Card payments",
  sign_in: "Google sign-in",
  email: "Mail server",
  images: "Image store",
  backups: "Backup store",
  database: "Database",
};

const units = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** A duration in its largest unit: "3 minutes". */
export function inWords(seconds: number): string {
  const whole = Math.round(seconds);
  const [size, unit] = units.find(([least]) => whole >= least) ?? [1, "second"];
  const count = Math.floor(whole / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const sizes = ["bytes", "kB", "MB", "GB", "TB"];

export function bytesInWords(bytes: number): string {
  let value = bytes;
  let size = 0;
  for (; value >= 1_000 && size < sizes.length - 1; size += 1) value /= 1_000;
  return `${size === 0 ? value : value.toFixed(1)} ${sizes[size]}`;
}

/** Days until a certificate expires, from which it deserves attention: renewals come 30 days before, at the latest. */
const soon = 21;
const veryNear = 7;

/** When a certificate expires, and how urgent that is. */
export function expiryOf(
  expiresAt: string,
  now: Date,
): { tone: "good" | "brass" | "danger"; text: string } {
  const days = Math.floor((Date.parse(expiresAt) - now.getTime()) / 86_400_000);
  const tone = days < veryNear ? "danger" : days < soon ? "brass" : "good";
  if (days < 0) return { tone, text: "expired" };
  if (days === 0) return { tone, text: "expires today" };
  return { tone, text: `${days} ${days === 1 ? "day" : "days"} left` };
}
