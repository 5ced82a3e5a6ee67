import icons from "./footer-icons.svg?no-inline";

/** An icon of the footer, decorative. Their shapes are in a file, not in the page and its scripts. */
export function FooterIcon({ name, size }: { name: string; size: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
