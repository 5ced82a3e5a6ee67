import { Link } from "react-router";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { ownProductFilter } from "#shared/listings/own-product-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { Day } from "#web/ui/tables/day.tsx";
import { EmailAddress } from "#web/ui/tables/email-address.tsx";
import { ListTotal } from "#web/ui/tables/list-total.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { carFacts } from "#web/listings/car-facts.ts";
import { CarLink } from "#web/listings/card/car-link.tsx";
import { carsQuery, useRemoveCar } from "#web/listings/listing-queries.ts";
import { ListingStatusBadge } from "#web/listings/listing-status.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { RemoveDialog } from "#web/reports/remove-dialog.tsx";
import { CarThumbnail } from "#web/images/car-thumbnail.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Price } from "#web/ui/price.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import type { Route } from "./+types/cars";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Cars");

const cars = { one: "car", many: "cars" };

const columns: Column<OwnProduct>[] = [
  {
    head: "Car",
    isName: true,
    picture: ({ image }) => <CarThumbnail src={image} />,
    cell: (car) => <CarLink car={car} />,
    below: carFacts,
  },
  {
    head: "Seller",
    isCut: true,
    phone: "hidden",
    cell: (car) => (
      <>
        <span className="block truncate">{car.sellerName}</span>
        <span className="text-muted">
          <EmailAddress email={car.email} />
        </span>
      </>
    ),
  },
  {
    head: "Price",
    numeric: true,
    phone: "line",
    cell: (car) => (
      <Price amount={car.resalePrice} currency={car.currency} className="md:display md:text-lg" />
    ),
  },
  { head: "Status", phone: "line", cell: (car) => <ListingStatusBadge status={car.status} /> },
  { head: "Added", phone: "line", isExtra: true, cell: (car) => <Day at={car.createdAt} /> },
];

/** All cars in the shop, for admins to search and remove. */
export default function CarsPage() {
  const list = useListState(ownProductFilter);
  const removeCar = useRemoveCar();
  const removal = useConfirmedRow<OwnProduct>();

  async function remove({ _id, name }: OwnProduct, reason: string) {
    const { deletedCount, message } = await removeCar.mutateAsync({ id: _id, reason });
    announceOutcome(deletedCount, message, `${isolate(name)} removed from the shop`);
  }

  return (
    <>
      <PageHeading title="Cars" total={<ListTotal query={carsQuery(list.query)} things={cars} />} />
      <TableTools searches="car or seller" list={list} columns={columns} />
      {list.filter.seller && (
        <p className="mb-4">
          Showing one seller's cars.{" "}
          <Link to="/dashboard/cars" className="text-link">
            Show all cars
          </Link>
        </p>
      )}
      <TablePage
        title="Cars"
        list={list}
        query={carsQuery(list.query)}
        columns={columns}
        actionsOf={(car) => ({
          of: car.name,
          actions: car.allowedActions.includes("delete")
            ? [{ label: "Remove", look: "danger", place: "row", run: () => removal.ask(car) }]
            : [],
        })}
        things="cars"
        empty={<EmptyState title="No cars yet">Cars appear here as sellers add them.</EmptyState>}
      />
      <RemoveDialog
        open={removal.open}
        product={removal.row}
        busy={removeCar.isPending}
        onClose={removal.close}
        onConfirm={(reason) => removal.confirm((car) => remove(car, reason))}
      />
    </>
  );
}
