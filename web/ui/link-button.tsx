import { Link, type LinkProps } from "react-router";
import { type ButtonLook, buttonClass, type ButtonSize } from "./button-class.ts";

/** A link styled as a button. For navigation, not actions. */
export function LinkButton({
  look = "primary",
  size = "normal",
  className = "",
  ...rest
}: Omit<LinkProps, "className"> & { look?: ButtonLook; size?: ButtonSize; className?: string }) {
  return <Link prefetch="intent" className={`${buttonClass(look, size)} ${className}`} {...rest} />;
}
