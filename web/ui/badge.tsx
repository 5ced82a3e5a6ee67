import type { ReactNode } from "react";

const tones = {
  neutral: "border-edge text-muted",
  good: "border-action-ink text-action-ink",
  brass: "border-brass text-brass-ink",
  danger: "border-danger text-danger",
} as const;

/** A short status label. */
export function Badge({
  tone = "neutral",
  children,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
}) {
  return (
    <span
      className={`badge inline-flex min-h-6 items-center gap-1 rounded-soft border px-2 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
