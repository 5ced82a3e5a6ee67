import type { Ref } from "react";

type NameStripProps = {
  ref: Ref<HTMLDivElement>;
  /** A car that is not listed any more is null. */
  cars: readonly ({ name: string; price: string } | null)[];
  /** The columns of the table. */
  columns: string;
};

/**
 * The names and prices of the compared cars below the header, while the head of the table is scrolled away. Only for the
 * eye: the table has its own head.
 */
export function NameStrip({ ref, cars, columns }: NameStripProps) {
  return (
    <div
      aria-hidden="true"
      data-strip=""
      className="fixed inset-x-0 top-18 z-20 border-b border-line bg-paper xl:hidden"
    >
      <div className="measure">
        <div ref={ref} className="overflow-hidden">
          <div className={`grid py-2 text-sm ${columns}`}>
            {cars.map((car, at) => (
              <p key={at} className="min-w-0">
                <span className="block truncate font-medium">{car?.name ?? "–"}</span>
                <span className="block text-muted">{car?.price}</span>
              </p>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
