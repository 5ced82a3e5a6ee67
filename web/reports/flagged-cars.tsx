import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { FlaggedCar } from "#shared/car-history/car-history-contract.ts";
import { listingPath } from "#shared/listings/listing-path.ts";
import { isolate } from "#shared/text/isolate.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { flaggedCarsQuery, useDismissFlag, type FlagState } from "./report-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { Day } from "#web/ui/tables/day.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";
import { useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";

/** For admins: cars that an earlier listing contradicts, or whose photos are another seller's. */
export function FlaggedCars() {
  const [state, setState] = useState<FlagState>("open");
  const query = useInfiniteQuery(flaggedCarsQuery(state));
  const dismissal = useConfirmedRow<FlaggedCar>();
  const dismiss = useDismissFlag();
  const other = state === "open" ? "dismissed" : "open";

  async function dismissFlag({ flag, name }: FlaggedCar, reason: string) {
    const { modifiedCount, message } = await dismiss.mutateAsync({ flag, reason });
    announceOutcome(modifiedCount, message, `Flag of ${isolate(name)} dismissed`);
  }

  return (
    <section aria-labelledby="flagged-cars" className="mt-14">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="flagged-cars" className="display text-2xl">
          {state === "open" ? "Flagged cars" : "Dismissed flags"}
        </h2>
        <Button
          look="secondary"
          size="small"
          onClick={() => setState(other)}
        >{`Show ${other} flags`}</Button>
      </div>
      <p className="mt-2 text-muted">
        Found by comparing listings of the same VIN, and photos of different sellers. Check the car
        with its seller: dealers may share a manufacturer’s photos.
      </p>
      <div className="mt-4">
        <PagedList query={query} empty={<NoFlags state={state} />}>
          {(cars) => (
            <ul className="divide-y divide-line border-y border-line">
              {cars.map((car) => (
                <Flag key={car.flag} car={car} onDismiss={() => dismissal.ask(car)} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      <ReasonDialog
        open={dismissal.open}
        title={`Dismiss the flag of ${isolate(dismissal.row?.name ?? "")}?`}
        confirmLabel="Dismiss"
        confirmLook="primary"
        hint="Admins see it here and in the audit log."
        maxLength={500}
        busy={dismiss.isPending}
        onClose={dismissal.close}
        onConfirm={(reason) => dismissal.confirm((car) => dismissFlag(car, reason))}
      >
        The car is flagged again if another mileage or another photo does not fit.
      </ReasonDialog>
    </section>
  );
}

function NoFlags({ state }: { state: FlagState }) {
  return state === "open" ? (
    <EmptyState title="No flagged cars">
      Cars whose history or photos contradict another listing appear here.
    </EmptyState>
  ) : (
    <EmptyState title="No dismissed flags">Flags that an admin dismissed appear here.</EmptyState>
  );
}

function Flag({ car, onDismiss }: { car: FlaggedCar; onDismiss: () => void }) {
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <Link to={listingPath(car)} className="text-link wrap-anywhere">
            {car.name}
          </Link>
          <p className="text-sm text-muted">{car.text}</p>
        </div>
        {!car.dismissal && (
          <Button
            look="secondary"
            size="small"
            aria-label={`Dismiss the flag of ${isolate(car.name)}`}
            onClick={onDismiss}
          >
            Dismiss
          </Button>
        )}
      </div>
      {car.kind === "photos" && (
        <div className="mt-3 grid max-w-2xl grid-cols-2 gap-4">
          <Photo car={car} caption="Added later" />
          <Photo car={car.other} caption="Added first" />
        </div>
      )}
      {car.dismissal && (
        <p className="mt-2 text-sm wrap-anywhere">
          <span>{`Dismissed by ${car.dismissal.by},`}</span> <Day at={car.dismissal.at} />
          <span>{`: “${car.dismissal.reason}”`}</span>
        </p>
      )}
    </li>
  );
}

type PhotoProps = {
  car: { _id: string; name: string; image: string; sellerName: string };
  /** Which of the two photos it is. */
  caption: string;
};

function Photo({ car, caption }: PhotoProps) {
  return (
    <div className="min-w-0 text-sm">
      <CarPicture
        src={car.image}
        alt={`Photo of ${car.name}, ${car.sellerName}`}
        sizes="(min-width: 48rem) 20rem, 45vw"
      />
      <p className="mt-2 text-muted">{caption}</p>
      <Link to={listingPath(car)} className="text-link wrap-anywhere">
        {car.name}
      </Link>
      <p className="wrap-anywhere text-muted">{car.sellerName}</p>
    </div>
  );
}
