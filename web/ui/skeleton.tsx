/** Placeholder while content loads. Set its size with `className`. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-skeleton rounded-soft bg-well ${className}`}
    />
  );
}
