/** Visual weight: one primary button per view. */
export type ButtonLook = "primary" | "secondary" | "quiet" | "danger" | "bare";
export type ButtonSize = "normal" | "medium" | "small";

// Utilities of their own in app.css, because pages have many buttons.
const looks: Record<ButtonLook, string> = {
  primary: "button button-primary",
  secondary: "button button-secondary",
  quiet: "button button-quiet",
  // No colors, for custom backgrounds.
  bare: "button",
  danger: "button button-danger",
};

const sizes: Record<ButtonSize, string> = {
  normal: "min-h-12 px-6 text-base",
  medium: "min-h-11 px-5 text-base",
  small: "min-h-10 px-4 text-sm",
};

/** The classes of a button, for elements that look like one (see `LinkButton`). */
export function buttonClass(look: ButtonLook = "primary", size: ButtonSize = "normal"): string {
  return `${looks[look]} ${look === "quiet" ? sizes[size].replace(/px-\d/, "px-2") : sizes[size]}`;
}
