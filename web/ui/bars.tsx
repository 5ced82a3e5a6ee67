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
  // Two paths rather than an element for each bar: a page has several charts.
  function draw(isIncluded: (at: number, value: number) => boolean): string {
    return values
      .map((value, at) => {
        if (!isIncluded(at, value)) return "";
        const size = Math.ceil(ground + (value / most) * (height - ground));
        return `M${at * slot} ${height}v-${size}h${slot - gap}v${size}z`;
      })
      .join("");
  }
  return (
    <svg
      role={label === null ? undefined : "img"}
      aria-label={label ?? undefined}
      aria-hidden={label === null || undefined}
      viewBox={`0 0 ${values.length * slot - gap} ${height}`}
      preserveAspectRatio="none"
      className={`block w-full ${className}`}
    >
      <path className="fill-action-ink" d={draw((at, value) => value > 0 && !isDimmed?.(at))} />
      <path className="fill-line" d={draw((at, value) => value === 0 || isDimmed?.(at) === true)} />
    </svg>
  );
}
