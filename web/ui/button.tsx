import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass, type ButtonSize } from "./button-class.ts";
import { useReportBusy } from "./dialog-busy.ts";
import { Spinner } from "./spinner.tsx";

type ButtonProps = ComponentProps<"button"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  /** Action in progress: the button keeps its label, is disabled and announced as busy. */
  busy?: boolean;
};

export function Button({
  look = "primary",
  size = "normal",
  busy = false,
  className = "",
  type = "button",
  disabled,
  children,
  ...rest
}: ButtonProps) {
  useReportBusy(busy);
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(look, size)} ${className}`}
      {...rest}
    >
      {busy && <Spinner />}
      {/* Beside the spinner, a text needs an element of its own. */}
      <span className="contents">{children}</span>
    </button>
  );
}
