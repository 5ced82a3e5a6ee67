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
      className="grid size-11 place-items-center rounded-full border border-line bg-paper text-ink transition-colors hover:border-ink aria-pressed:border-brass [@media(scripting:none)]:hidden"
    >
      {children}
    </button>
  );
}
