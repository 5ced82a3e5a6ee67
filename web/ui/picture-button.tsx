import type { ReactNode } from "react";

/** A round toggle button on a picture; `label` is its accessible name. */
export function PictureButton({
  label,
  isPressed,
  onClick,
  children,
}: {
  label: string;
  isPressed: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onClick}
      className="picture-button"
    >
      {children}
    </button>
  );
}
