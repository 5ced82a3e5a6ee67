/** How far something is; without `value`, that it goes on. */
export function ProgressBar({
  label,
  max,
  value,
}: {
  label: string;
  max: number;
  value?: number | undefined;
}) {
  return (
    <progress
      aria-label={label}
      max={max}
      value={value}
      className="mt-3 h-2 w-full appearance-none overflow-hidden rounded-soft border-0 bg-line indeterminate:animate-skeleton [&::-moz-progress-bar]:bg-action-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-action-ink"
    />
  );
}
