type BarsProps = {
  /** One bar per value, left to right. */
  values: readonly number[];
  /** Text alternative; null if the same information is next to it. */
  label: string | null;
  /** Bars that step back, such as those outside a chosen range. */
  isDimmed?: (at: number) => boolean;
  className?: string;
};

const slot = 4;
const gap = 1;
const height = 40;
/** Height of an empty bar, so that its place stays visible. */
const ground = 1;

/** A small bar chart that fills its container. Its height is fixed, so nothing shifts when it loads. */
export function Bars({ values, label, isDimmed, className = "" }: BarsProps) {
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
            className={value > 0 && !isDimmed?.(at) ? "fill-action-ink" : "fill-line"}
          />
        );
      })}
    </svg>
  );
}
