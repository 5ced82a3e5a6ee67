import { Ellipsis } from "lucide-react";
import { paidLatelyDays } from "#shared/bookings/booking.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import {
  ownProductFilter,
  ownStatuses,
  type OwnProductFilter,
} from "#shared/listings/own-product-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { ActionMenu } from "#web/ui/tables/action-menu.tsx";
import { ListTotal } from "#web/ui/tables/list-total.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { ProductBulkBar } from "#web/listings/product-bulk-bar.tsx";
import { SaleDetails } from "#web/bookings/sale-details.tsx";
import { choice, type TableFilter } from "#web/ui/tables/table-filter.ts";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { type ConfirmedRow, useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { useMatchingCars } from "#web/listings/use-matching-cars.ts";
import { carsQuery, useDeleteProduct, useSaveStock } from "#web/listings/listing-queries.ts";
import { ModerationNotice } from "#web/moderation/moderation-notice.tsx";
import { useStandingActions } from "#web/moderation/use-standing-actions.ts";
import { statusWords } from "#web/listings/listing-status-words.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { type ListState, useListState } from "#web/platform/use-list-state.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { useSelection } from "#web/ui/tables/use-selection.ts";
import { ownCarColumns, useAdvertiseAction, useOwnCarActions } from "#web/dashboard/own-cars.tsx";
import { StockTabs } from "#web/dashboard/stock-tabs.tsx";
import type { Route } from "./+types/my-product";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "My Products");

const cars = { one: "car", many: "cars" };

export default function MyProductPage() {
  const list = useListState(ownProductFilter.omit({ seller: true }));
  const order = list.orderBy("-added");
  const selection = useSelection<OwnProduct>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const matching = useMatchingCars(list, selection);
  const deletion = useConfirmedRow<OwnProduct>();
  const editing = useConfirmedRow<OwnProduct>();
  const saleDetails = useConfirmedRow<OwnProduct>();
  const advertiseActionOf = useAdvertiseAction();
  const actionsOf = useOwnCarActions({
    advertiseActionOf,
    changePrice: editing.ask,
    showSale: saleDetails.ask,
    askToDelete: deletion.ask,
  });
  const columns = ownCarColumns({ editing, advertiseActionOf });
  const mayAdd = !useStandingActions().suspension;

  return (
    <>
      <PageHeading
        title="My Products"
        total={<ListTotal query={carsQuery(list.query)} things={cars} />}
      >
        <StockTabs />
        {mayAdd && (
          <LinkButton to="/dashboard/addproduct" size="small">
            Add a car
          </LinkButton>
        )}
      </PageHeading>
      <ModerationNotice />
      <TableTools
        searches="car or VIN"
        list={list}
        columns={columns}
        order={order}
        moreSorts={addedSorts}
        filters={filters}
      >
        <ListMenu list={list} />
      </TableTools>
      <TablePage
        title="My Products"
        list={list}
        query={carsQuery(list.query)}
        columns={columns}
        order={order}
        actionsOf={(product) => ({ of: product.name, actions: actionsOf(product) })}
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
      <ProductBulkBar selection={selection} matching={matching} />
      <SaleDialog row={saleDetails} />
      <DeleteDialog
        deletion={deletion}
        onDeleted={(car) => selection.unmark(({ _id }) => _id === car._id)}
      />
    </>
  );
}

const filters: TableFilter[] = [
  choice(
    "status",
    "Status",
    ownStatuses.map((status) => ({ value: status, label: statusWords[status].label })),
  ),
  choice(
    "make",
    "Brand",
    makes.map((make) => ({ value: make, label: make })),
  ),
  choice("advertised", "Home page", [
    { value: "yes", label: "Advertised" },
    { value: "no", label: "Not advertised" },
  ]),
  choice("picture", "Picture", [
    { value: "yes", label: "With a picture" },
    { value: "no", label: "Missing" },
  ]),
  { kind: "amount", name: "priceMin", label: "Price from" },
  { kind: "amount", name: "priceMax", label: "Price to" },
  choice("paid", "Paid", [{ value: "lately", label: `In the last ${paidLatelyDays} days` }]),
];

// The table has no column for when a car was added.
const addedSorts = [
  { value: "-added", label: "Newest first" },
  { value: "added", label: "Oldest first" },
];

/** What else can be done with the list. */
function ListMenu({ list }: { list: ListState<Omit<OwnProductFilter, "seller">> }) {
  const save = useSaveStock();
  const search = new URLSearchParams(list.searchAt(null)).toString();
  return (
    <ActionMenu
      label="More actions"
      className="inline-grid size-9 place-items-center rounded-soft text-muted transition-colors hover:text-ink"
      actions={[{ label: "Export CSV", run: () => save.mutate(search ? `?${search}` : "") }]}
    >
      <Ellipsis aria-hidden="true" size={20} strokeWidth={1.5} />
    </ActionMenu>
  );
}

/** The buyer of a reserved or sold car, its receipt and its reviews. */
function SaleDialog({ row: { row, open, close } }: { row: ConfirmedRow<OwnProduct> }) {
  return (
    <Dialog open={open} onClose={close} title={`Sale of ${isolate(row?.name ?? "")}`}>
      {row?.sale && <SaleDetails sale={row.sale} item={row.name} />}
    </Dialog>
  );
}

function DeleteDialog({
  deletion,
  onDeleted,
}: {
  deletion: ConfirmedRow<OwnProduct>;
  onDeleted: (car: OwnProduct) => void;
}) {
  const deleteProduct = useDeleteProduct();

  async function remove(car: OwnProduct) {
    const { deletedCount, message } = await deleteProduct.mutateAsync(car._id);
    if (announceOutcome(deletedCount, message, "Product Deleted Successfully")) onDeleted(car);
  }

  return (
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
  );
}
