/** Visual weight: one primary button per view. */
export type ButtonLook = "primary" | "secondary" | "quiet" | "danger" | "bare";
export type ButtonSize = "normal" | "small";

const ground =
  "inline-flex items-center justify-center gap-2 rounded-soft text-center font-medium whitespace-nowrap transition-colors duration-150 disabled:opacity-55";

const looks: Record<ButtonLook, string> = {
  primary: "bg-action text-on-action enabled:hover:bg-action-hover [a&]:hover:bg-action-hover",
  secondary: "border border-edge text-ink enabled:hover:border-ink [a&]:hover:border-ink",
  quiet: "text-muted enabled:hover:text-ink [a&]:hover:text-ink",
  // No colors, for custom backgrounds.
  bare: "",
  danger: "bg-danger-fill text-on-action enabled:hover:opacity-90",
};

const sizes: Record<ButtonSize, string> = {
  normal: "min-h-12 px-6 text-base",
  small: "min-h-10 px-4 text-sm",
};

/** The classes of a button, for elements that look like one (see `LinkButton`). */
export function buttonClass(look: ButtonLook = "primary", size: ButtonSize = "normal"): string {
  return `${ground} ${looks[look]} ${look === "quiet" ? sizes[size].replace(/px-\d/, "px-2") : sizes[size]}`;
}
