import { useShop } from "#web/platform/root-data.ts";

/** The shop's name over a roofline: the logo. */
export function Wordmark() {
  const { name } = useShop();
  return (
    <span className="inline-flex flex-col">
      <svg viewBox="0 0 96 12" fill="none" aria-hidden="true" className="-mb-1 h-3 w-full min-w-20 text-brass" preserveAspectRatio="none">
        <path d="M2 11C14 9 22 8.5 30 6 38 3 46 1 58 1c11 0 18 3 24 6.5 4 .6 8 1.500 12 3.500" stroke="currentColor" strokeWidth="1.25" strokeLinecap="round" vectorEffect="non-scaling-stroke" />
      </svg>
      <span className="font-display text-2xl leading-none font-[420] tracking-tight">{name}</span>
    </span>
  );
}
