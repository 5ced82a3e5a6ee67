/** A quiet stand-in for what is on its way. Give it a size by `className`. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-skeleton rounded-soft bg-well ${className}`}
    />
  );
}
