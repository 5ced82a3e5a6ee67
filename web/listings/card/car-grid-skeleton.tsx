import { gridColumns } from "./car-grid.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Placeholder while cars load. */
export function CarGridSkeleton({
  count = 6,
  isBeside = false,
}: {
  count?: number;
  isBeside?: boolean;
}) {
  return (
    <div aria-hidden="true" className={`grid gap-x-8 gap-y-16 ${gridColumns(isBeside)}`}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at}>
          <Skeleton className="aspect-4/3 w-full" />
          <Skeleton className="mt-5 h-7 w-3/4" />
          <Skeleton className="mt-3 h-4 w-1/2" />
          <Skeleton className="mt-6 h-9 w-1/3" />
        </div>
      ))}
    </div>
  );
}
