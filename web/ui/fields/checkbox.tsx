import type { ComponentProps } from "react";

/** A native checkbox with a finger-sized target. `isPartly` shows the indeterminate state. */
export function Checkbox({
  label,
  isPartly = false,
  ...input
}: Omit<ComponentProps<"input">, "type"> & { label: string; isPartly?: boolean }) {
  return (
    <label className="inline-grid size-10 place-items-center">
      <span className="sr-only">{label}</span>
      <input
        {...input}
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        className="size-4.5 accent-action-ink"
      />
    </label>
  );
}
