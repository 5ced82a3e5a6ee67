import type { ReactNode } from "react";

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-5"
    >
      {children}
    </svg>
  );
}

export function BirdIcon() {
  return (
    <Icon>
      <path d="M3 17.500c6 2 13.500.4 14.500-7.500l3-3.200-3.600.3A3.800 3.800 0 0 0 10.800 9C8 9 5.500 7.600 4 5.500c-.7 2.600.4 5 2.600 6.400l-2.200-.2c.5 1.700 1.900 3 3.800 3.300A9 9 0 0 1 3 17.500Z" />
    </Icon>
  );
}

export function VideoIcon() {
  return (
    <Icon>
      <rect x="2.750" y="5.500" width="18.500" height="13" rx="3" />
      <path d="m10.250 9.250 4.750 2.750-4.750 2.750Z" />
    </Icon>
  );
}

export function SocialNetworkIcon() {
  return (
    <Icon>
      <circle cx="6" cy="12" r="2.500" />
      <circle cx="17.500" cy="6" r="2.500" />
      <circle cx="17.500" cy="18" r="2.500" />
      <path d="m8.250 10.900 7-3.700M8.250 13.100l7 3.700" />
    </Icon>
  );
}
