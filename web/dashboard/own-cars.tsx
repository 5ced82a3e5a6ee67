import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { SaleNote } from "#web/bookings/sale-details.tsx";
import { CarThumbnail } from "#web/images/car-thumbnail.tsx";
import { carFacts } from "#web/listings/car-facts.ts";
import { CarLink } from "#web/listings/card/car-link.tsx";
import { Freshness, useConfirmAction } from "#web/listings/freshness.tsx";
import { InlinePrice } from "#web/listings/inline-price.tsx";
import { useAdvertise } from "#web/listings/listing-queries.ts";
import { ListingStatusBadge } from "#web/listings/listing-status.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Badge } from "#web/ui/badge.tsx";
import { RowButton, type RowAction } from "#web/ui/tables/row-actions.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import type { ConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";

type ActionsOf = (product: OwnProduct) => RowAction[];

/** The columns of the seller's own cars. */
export function ownCarColumns({
  editing,
  advertiseActionOf,
}: {
  /** The car whose price is being changed. */
  editing: ConfirmedRow<OwnProduct>;
  advertiseActionOf: ActionsOf;
}): Column<OwnProduct>[] {
  return [
    {
      head: "Name",
      isName: true,
      sort: "name",
      picture: ({ image }) => <CarThumbnail src={image} />,
      cell: (product) => <CarLink car={product} />,
      below: carFacts,
    },
    {
      head: "Price",
      numeric: true,
      phone: "line",
      sort: "price",
      fallsFirst: true,
      cell: (product) => <InlinePrice product={product} editing={editing} />,
    },
    { head: "Status", phone: "line", cell: (product) => <Status product={product} /> },
    {
      head: "Home page",
      phone: "hidden",
      isExtra: true,
      cell: (product) =>
        product.isAdvertise ? (
          <Badge tone="good" asWritten>
            Advertised
          </Badge>
        ) : (
          advertiseActionOf(product).map((action) => (
            <RowButton key={action.label} of={product.name} action={action} />
          ))
        ),
    },
  ];
}

function Status({ product }: { product: OwnProduct }) {
  return (
    <span className="text-muted md:inline-flex md:items-center md:gap-x-2 md:max-xl:flex-col md:max-xl:items-start">
      <ListingStatusBadge status={product.status} /> <Freshness product={product} />{" "}
      {product.sale && <SaleNote sale={product.sale} />}
    </span>
  );
}

/** The action that shows a car on the home page. */
export function useAdvertiseAction(): ActionsOf {
  const advertise = useAdvertise();

  async function run({ _id, name }: OwnProduct) {
    const { modifiedCount, message } = await advertise.mutateAsync(_id);
    announceOutcome(modifiedCount, message, `${isolate(name)} advertise successfully!`);
  }

  return (product) => {
    if (product.isAdvertise || !product.allowedActions.includes("advertise")) return [];
    return [
      {
        label: "Advertise",
        look: "quiet",
        place: "extra",
        busy: advertise.isPending && advertise.variables === product._id,
        run: () => void run(product).catch(() => undefined),
      },
    ];
  };
}

/** What a seller can do with a car. */
export function useOwnCarActions({
  advertiseActionOf,
  changePrice,
  showSale,
  askToDelete,
}: {
  advertiseActionOf: ActionsOf;
  changePrice: (product: OwnProduct) => void;
  showSale: (product: OwnProduct) => void;
  askToDelete: (product: OwnProduct) => void;
}): ActionsOf {
  const confirmActionOf = useConfirmAction();
  return (product) => {
    const { _id, name, sale, allowedActions } = product;
    const mayEdit = allowedActions.includes("edit");
    const actions: (RowAction | false)[] = [
      ...advertiseActionOf(product),
      ...confirmActionOf(product),
      mayEdit && {
        label: "Change price",
        name: `Change the price of ${isolate(name)}`,
        place: "cell",
        run: () => changePrice(product),
      },
      sale !== null && {
        label: "Sale details",
        name: `Sale details of ${isolate(name)}`,
        run: () => showSale(product),
      },
      mayEdit && { label: "Edit", to: `/dashboard/myproduct/${_id}/edit` },
      allowedActions.includes("delete") && {
        label: "Delete",
        look: "danger",
        run: () => askToDelete(product),
      },
    ];
    return actions.filter((action) => action !== false);
  };
}
