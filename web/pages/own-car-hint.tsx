import { Link } from "react-router";
import { carsQuery } from "#web/listings/listing-queries.ts";
import { useLateQuery } from "#web/platform/late-query.ts";

/** On the page of a car that is off sale: tells its own seller how to put it back. Nothing for others. */
export function OwnCarHint({ id }: { id: string }) {
  const search = `?status=off_sale&q=${id}`;
  const { data } = useLateQuery({ ...carsQuery(search), enabled: true });
  const car = data?.items.find(({ _id }) => _id === id);
  if (!car) return null;
  return (
    <div role="status" className="mt-5 border-l-2 border-brass pl-4">
      <p className="font-medium">This is your car</p>
      <p className="text-muted">
        Buyers do not find it while it is off sale.{" "}
        <Link to={`/dashboard/myproduct${search}`} className="text-link">
          Put it on sale under My Products
        </Link>
        {car.allowedActions.includes("edit") && (
          <>
            {" or "}
            <Link to={`/dashboard/myproduct/${id}/edit`} className="text-link">
              edit it
            </Link>
          </>
        )}
        .
      </p>
    </div>
  );
}
