import type { ReactNode } from "react";

const tones = {
  neutral: "border-edge text-muted",
  good: "border-action-ink text-action-ink",
  brass: "border-brass text-brass-ink",
  danger: "border-danger text-danger",
} as const;

/** A short status label, shown in lower case. `asWritten`: a text of the specification, which stays to the letter. */
export function Badge({
  tone = "neutral",
  asWritten = false,
  children,
}: {
  tone?: keyof typeof tones;
  asWritten?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={`badge inline-flex min-h-6 items-center gap-1 rounded-soft border px-2 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      <span className={asWritten ? "" : "inline-block first-letter:lowercase"}>{children}</span>
    </span>
  );
}
