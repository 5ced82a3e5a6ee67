import { X } from "lucide-react";
import { isolate } from "#shared/text/isolate.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { chooseCar, clearChosenCars, type ChosenCar } from "./chosen-cars.ts";
import { comparePath, mostCompared } from "./compare-path.ts";

/** The chosen cars, with links to compare or remove them. */
export function ChosenBar({ cars }: { cars: readonly ChosenCar[] }) {
  return (
    <section
      id="cars-to-compare"
      aria-label="Cars to compare"
      className="sticky bottom-0 z-20 flex min-h-16 items-center border-t border-line bg-raised"
    >
      <div className="measure flex items-center gap-x-2 py-2 sm:gap-x-3 md:gap-x-6">
        <ul className="flex flex-1 gap-1.5 pt-1 sm:gap-2 md:gap-3">
          {cars.map((car) => (
            <Chosen key={car.id} car={car} />
          ))}
        </ul>
        <p role="status" className="text-sm text-muted max-md:sr-only">
          {cars.length === 1
            ? "Choose another car to compare."
            : `${cars.length} of ${mostCompared} cars`}
        </p>
        <div className="flex items-center gap-1">
          <Button look="quiet" size="small" onClick={clearChosenCars}>
            Clear
          </Button>
          <LinkButton size="small" to={comparePath(cars.map(({ id }) => id))}>
            Compare
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

function Chosen({ car }: { car: ChosenCar }) {
  return (
    <li className="relative w-10 shrink-0 md:w-14">
      <img
        src={car.image}
        alt={car.name}
        title={car.name}
        width={56}
        height={42}
        className="aspect-4/3 w-10 object-cover md:w-14 dark:brightness-90"
      />
      <button
        type="button"
        aria-label={`Remove ${isolate(car.name)} from the comparison`}
        title={`Remove ${isolate(car.name)}`}
        onClick={() => chooseCar(car, false)}
        className="absolute -top-1.5 -right-1.5 grid size-6 place-items-center rounded-full border border-line bg-paper hover:border-ink"
      >
        <X aria-hidden="true" size={14} />
      </button>
    </li>
  );
}
