import { useShop } from "#web/platform/root-data.ts";

/** The logo: the shop's name under a car's roofline. */
export function Wordmark() {
  const { name } = useShop();
  return (
    <span className="inline-grid">
      <svg
        viewBox="0 0 96 12"
        fill="none"
        aria-hidden="true"
        className="mb-0.5 h-2.5 w-full text-brass"
        preserveAspectRatio="none"
      >
        <path
          d="M1 11c12-1.500 20-2 28-4.500C37 3 45 1 57 1c11 0 18 3 24 6.500 5 .7 9 1.500 14 3.500"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className="font-display text-2xl leading-none tracking-tight">{name}</span>
    </span>
  );
}
