import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { listingPath } from "#shared/listings/listing-path.ts";
import { deleteColumn } from "#web/dashboard/delete-column.tsx";
import { PagedList } from "#web/dashboard/paged-list.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { SaleDetails } from "#web/dashboard/sale-details.tsx";
import { useConfirmedRow } from "#web/dashboard/use-confirmed-row.ts";
import { myProductsQuery, useAdvertise, useDeleteProduct } from "#web/listings/listing-queries.ts";
import { ModerationNotice } from "#web/moderation/moderation-notice.tsx";
import { useStandingActions } from "#web/moderation/use-standing-actions.ts";
import { ListingStatusBadge } from "#web/listings/listing-status.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CarPicture } from "#web/images/car-picture.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Price } from "#web/ui/price.tsx";
import type { Column } from "#web/ui/table-columns.ts";
import { Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/my-product";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "My Products");

const columns: Column<OwnProduct>[] = [
  {
    head: "Image",
    cell: (product) => (
      <CarPicture
        src={product.image}
        alt={product.name}
        isIllustration={product.imageIsIllustration}
        sizes="8rem"
        className="w-32"
      />
    ),
  },
  {
    head: "Name",
    isName: true,
    cell: (product) => (
      <Link to={listingPath(product)} className="decoration-brass hover:underline">
        {product.name}
      </Link>
    ),
  },
  {
    head: "Price",
    numeric: true,
    cell: (product) => (
      <Price amount={product.resalePrice} currency={product.currency} className="display text-xl" />
    ),
  },
  {
    head: "Status",
    cell: (product) => (
      <>
        <ListingStatusBadge status={product.status} />
        {product.sale && <SaleDetails sale={product.sale} item={product.name} />}
      </>
    ),
  },
  { head: "Home page", cell: (product) => <Advertising product={product} /> },
  { head: "Edit", cell: (product) => <EditLink product={product} /> },
];

export default function MyProductPage() {
  const query = useInfiniteQuery(myProductsQuery);
  const deleteProduct = useDeleteProduct();
  const deletion = useConfirmedRow<OwnProduct>();
  const mayAdd = !useStandingActions().suspension;

  async function remove(product: OwnProduct) {
    const { deletedCount, message } = await deleteProduct.mutateAsync(product._id);
    announceOutcome(deletedCount, message, "Product Deleted Successfully");
  }

  return (
    <>
      <PageHeading title="My Products">
        {mayAdd && (
          <LinkButton to="/dashboard/addproduct" size="small">
            Add a car
          </LinkButton>
        )}
      </PageHeading>
      <ModerationNotice />
      <PagedList
        query={query}
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
      >
        {(products) => (
          <Table
            caption="My Products"
            columns={[...columns, deleteColumn(deletion.ask)]}
            rows={products}
            rowKey={(product) => product._id}
          />
        )}
      </PagedList>
      <ConfirmDialog
        open={deletion.open}
        title={`Delete ${deletion.row?.name ?? ""}?`}
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

function EditLink({ product }: { product: OwnProduct }) {
  if (!product.allowedActions.includes("edit")) return null;
  return (
    <LinkButton
      to={`/dashboard/myproduct/${product._id}/edit`}
      look="quiet"
      size="small"
      aria-label={`Edit ${product.name}`}
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
    announceOutcome(modifiedCount, message, `${product.name} advertise successfully!`);
  }

  return (
    <Button
      look="secondary"
      size="small"
      aria-label={`Advertise ${product.name}`}
      busy={advertise.isPending}
      onClick={() => void putOnHomePage().catch(() => undefined)}
    >
      Advertise
    </Button>
  );
}
