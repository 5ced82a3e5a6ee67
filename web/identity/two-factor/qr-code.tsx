import { encode } from "uqr";

/** A QR code, dark on white in both themes so that cameras can read it. `label` is its accessible name. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-soft border border-line bg-white"
    >
      <path d={path} fill="#14130f" />
    </svg>
  );
}
