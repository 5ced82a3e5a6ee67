type BarsProps = {
  /** One bar each, from the left. */
  values: readonly number[];
  /** What the bars say, for who does not see them; null where the same stands beside them in words. */
  label: string | null;
  className?: string;
};

const slot = 4;
const gap = 1;
const height = 40;
/** What a bar of nothing is high, so that each has its place. */
const ground = 1;

/** A small chart of bars, as wide as its place; it has its height from the start, so nothing moves when it comes. */
export function Bars({ values, label, className = "" }: BarsProps) {
  const most = Math.max(1, ...values);
  return (
    <svg
      role={label === null ? undefined : "img"}
      aria-label={label ?? undefined}
      aria-hidden={label === null || undefined}
      viewBox={`0 0 ${values.length * slot - gap} ${height}`}
      preserveAspectRatio="none"
      className={`block w-full ${className}`}
    >
      {values.map((value, at) => {
        const size = ground + (value / most) * (height - ground);
        return (
          <rect
            key={at}
            x={at * slot}
            y={height - size}
            width={slot - gap}
            height={size}
            className={value > 0 ? "fill-action-ink" : "fill-line"}
          />
        );
      })}
    </svg>
  );
}
