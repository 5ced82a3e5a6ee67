import { makes } from "#shared/makes/sold-makes.ts";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import {
  ownProductFilter,
  ownStatuses,
  type OwnProductFilter,
} from "#shared/listings/own-product-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { deleteColumn } from "#web/ui/tables/delete-column.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { PriceBoundField } from "#web/ui/tables/price-bound-field.tsx";
import { ProductBulkBar } from "#web/listings/product-bulk-bar.tsx";
import { SaleDetails } from "#web/bookings/sale-details.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { ChoiceField, TableTools } from "#web/ui/tables/table-tools.tsx";
import { useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { useMatchingCars } from "#web/listings/use-matching-cars.ts";
import { CarLink } from "#web/listings/card/car-link.tsx";
import { Freshness } from "#web/listings/freshness.tsx";
import { InlinePrice } from "#web/listings/inline-price.tsx";
import {
  carsQuery,
  useAdvertise,
  useDeleteProduct,
  useSaveStock,
} from "#web/listings/listing-queries.ts";
import { ModerationNotice } from "#web/moderation/moderation-notice.tsx";
import { useStandingActions } from "#web/moderation/use-standing-actions.ts";
import { statusWords } from "#web/listings/listing-status-words.ts";
import { ListingStatusBadge } from "#web/listings/listing-status.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { type ListState, useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CarPicture } from "#web/images/car-picture.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Column, TableOrder } from "#web/ui/tables/table-columns.ts";
import { useSelection } from "#web/ui/tables/use-selection.ts";
import type { Route } from "./+types/my-product";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "My Products");

const columns: Column<OwnProduct>[] = [
  {
    head: "Image",
    isPicture: true,
    cell: (product) => (
      <CarPicture
        src={product.image}
        alt={product.name}
        isIllustration={product.imageIsIllustration}
        isThumbnail
        sizes="8rem"
        className="w-full md:w-32 md:max-xl:w-20"
      />
    ),
  },
  {
    head: "Name",
    isName: true,
    sort: "name",
    cell: (product) => <CarLink car={product} />,
  },
  {
    head: "Price",
    numeric: true,
    sort: "price",
    fallsFirst: true,
    cell: (product) => <InlinePrice product={product} />,
  },
  {
    head: "Status",
    cell: (product) => (
      <>
        <ListingStatusBadge status={product.status} />
        <Freshness product={product} />
        {product.sale && <SaleDetails sale={product.sale} item={product.name} />}
      </>
    ),
  },
  { head: "Home page", cell: (product) => <Advertising product={product} /> },
  { head: "Edit", isAction: true, cell: (product) => <EditLink product={product} /> },
];

export default function MyProductPage() {
  const list = useListState(ownProductFilter.omit({ seller: true }));
  const order = list.orderBy("-added");
  const selection = useSelection<OwnProduct>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const matching = useMatchingCars(list, selection);
  const deleteProduct = useDeleteProduct();
  const deletion = useConfirmedRow<OwnProduct>();
  const mayAdd = !useStandingActions().suspension;

  async function remove(product: OwnProduct) {
    const { deletedCount, message } = await deleteProduct.mutateAsync(product._id);
    if (announceOutcome(deletedCount, message, "Product Deleted Successfully"))
      selection.unmark(({ _id }) => _id === product._id);
  }

  return (
    <>
      <PageHeading title="My Products">
        <div className="flex flex-wrap gap-3">
          <SaveStock list={list} />
          <LinkButton to="/dashboard/feeds" look="secondary" size="small">
            Feeds
          </LinkButton>
          <LinkButton to="/dashboard/reviews" look="secondary" size="small">
            Reviews
          </LinkButton>
          <LinkButton to="/dashboard/keys" look="secondary" size="small">
            API keys
          </LinkButton>
          <LinkButton to="/dashboard/webhooks" look="secondary" size="small">
            Webhooks
          </LinkButton>
          {mayAdd && (
            <LinkButton to="/dashboard/addproduct" size="small">
              Add a car
            </LinkButton>
          )}
        </div>
      </PageHeading>
      <ModerationNotice />
      <Filters list={list} order={order} />
      <ProductBulkBar selection={selection} matching={matching} />
      <TablePage
        title="My Products"
        list={list}
        query={carsQuery(list.query)}
        columns={[...columns, deleteColumn(deletion.ask)]}
        order={order}
        selection={matching.selection}
        things="cars"
        empty={
          <EmptyState
            title="You haven't added any cars yet"
            action={
              mayAdd && <LinkButton to="/dashboard/addproduct">Add your first car</LinkButton>
            }
          >
            A car appears on its brand's page as soon as you add it. Advertise it to show it on the
            home page too.
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={deletion.open}
        title={`Delete ${isolate(deletion.row?.name ?? "")}?`}
        confirmLabel="Delete"
        busy={deleteProduct.isPending}
        onClose={deletion.close}
        onConfirm={() => deletion.confirm(remove)}
      >
        The car is removed from the shop. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

const anyChoice = { value: "", label: "All" };
const statusChoices = [
  anyChoice,
  ...ownStatuses.map((status) => ({ value: status, label: statusWords[status].label })),
];
const makeChoices = [anyChoice, ...makes.map((make) => ({ value: make, label: make }))];
const advertisedChoices = [
  anyChoice,
  { value: "yes", label: "Advertised" },
  { value: "no", label: "Not advertised" },
];

function SaveStock({ list }: { list: ListState<Omit<OwnProductFilter, "seller">> }) {
  const save = useSaveStock();
  const search = new URLSearchParams(list.searchAt(null)).toString();
  return (
    <Button
      look="secondary"
      size="small"
      busy={save.isPending}
      onClick={() => save.mutate(search ? `?${search}` : "")}
    >
      Export CSV
    </Button>
  );
}

// The table has no column for when a car was added.
const addedSorts = [
  { value: "-added", label: "Newest first" },
  { value: "added", label: "Oldest first" },
];

function Filters({
  list,
  order,
}: {
  list: ListState<Omit<OwnProductFilter, "seller">>;
  order: TableOrder;
}) {
  const { status, make, advertised, priceMin, priceMax } = list.filter;
  return (
    <TableTools
      searches="car or VIN"
      list={list}
      columns={columns}
      order={order}
      moreSorts={addedSorts}
    >
      <ChoiceField
        label="Status"
        value={status ?? ""}
        options={statusChoices}
        choose={(value) => list.choose({ status: value })}
      />
      <ChoiceField
        label="Brand"
        value={make ?? ""}
        options={makeChoices}
        choose={(value) => list.choose({ make: value })}
      />
      <ChoiceField
        label="Home page"
        value={advertised ?? ""}
        options={advertisedChoices}
        choose={(value) => list.choose({ advertised: value })}
      />
      <PriceBoundField
        label="Price from"
        value={priceMin}
        choose={(value) => list.choose({ priceMin: value })}
      />
      <PriceBoundField
        label="Price to"
        value={priceMax}
        choose={(value) => list.choose({ priceMax: value })}
      />
    </TableTools>
  );
}

function EditLink({ product }: { product: OwnProduct }) {
  if (!product.allowedActions.includes("edit")) return null;
  return (
    <LinkButton
      to={`/dashboard/myproduct/${product._id}/edit`}
      look="quiet"
      size="small"
      aria-label={`Edit ${isolate(product.name)}`}
    >
      Edit
    </LinkButton>
  );
}

function Advertising({ product }: { product: OwnProduct }) {
  const advertise = useAdvertise();
  if (product.isAdvertise) return <Badge tone="good">Advertised</Badge>;
  if (!product.allowedActions.includes("advertise")) return null;

  async function putOnHomePage() {
    const { modifiedCount, message } = await advertise.mutateAsync(product._id);
    announceOutcome(modifiedCount, message, `${isolate(product.name)} advertise successfully!`);
  }

  return (
    <Button
      look="secondary"
      size="small"
      aria-label={`Advertise ${isolate(product.name)}`}
      busy={advertise.isPending}
      onClick={() => void putOnHomePage().catch(() => undefined)}
    >
      Advertise
    </Button>
  );
}
