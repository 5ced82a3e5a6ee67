import { Link } from "react-router";
import { sellerFilter, type SellerRecord } from "#shared/accounts/account-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { sellersQuery, useDeleteSeller } from "#web/accounts/account-queries.ts";
import { Day } from "#web/ui/tables/day.tsx";
import { deleteColumn } from "#web/ui/tables/delete-column.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { SellerBulkBar } from "#web/accounts/seller-bulk-bar.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { ChoiceField, TableTools } from "#web/ui/tables/table-tools.tsx";
import { SellerStanding } from "#web/moderation/seller-standing.tsx";
import { SellerVerification } from "#web/moderation/seller-verification.tsx";
import { SellerLevels } from "#web/seller-checks/seller-levels.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { useSelection } from "#web/ui/tables/use-selection.ts";
import { emailColumn, joinedColumn, nameColumn } from "#web/ui/tables/account-columns.tsx";
import { type ConfirmedRow, useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import type { Route } from "./+types/all-seller";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All Seller");

const verificationChoices = [
  { value: "", label: "All" },
  { value: "waiting", label: "To verify" },
  { value: "yes", label: "Verified" },
];

const columns: Column<SellerRecord>[] = [
  nameColumn,
  emailColumn,
  { head: "Cars", numeric: true, cell: (seller) => <CarsLink seller={seller} /> },
  joinedColumn,
  {
    head: "Verification",
    cell: (seller) => (
      <>
        <SellerVerification
          seller={seller}
          verifiedOn={seller.verifiedAt && <Day at={seller.verifiedAt} />}
          verifiedUntil={
            seller.verifiedUntil && (
              <Day at={new Date(Date.parse(seller.verifiedUntil) - 1).toISOString()} />
            )
          }
        />
        <SellerLevels seller={seller} />
      </>
    ),
  },
  { head: "Status", cell: (seller) => <SellerStanding seller={seller} /> },
];

export default function AllSellerPage() {
  const list = useListState(sellerFilter);
  const selection = useSelection<SellerRecord>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const deletion = useConfirmedRow<SellerRecord>();
  const order = list.orderBy("-joined");

  return (
    <>
      <PageHeading title="All Seller" />
      <TableTools searches="name or email" list={list} columns={columns} order={order}>
        <ChoiceField
          label="Verification"
          value={list.filter.verified ?? ""}
          options={verificationChoices}
          choose={(verified) => list.choose({ verified })}
        />
      </TableTools>
      <SellerBulkBar selection={selection} />
      <TablePage
        title="All Seller"
        list={list}
        query={sellersQuery(list.query)}
        columns={[...columns, deleteColumn(deletion.ask)]}
        order={order}
        selection={selection}
        things="sellers"
        empty={
          <EmptyState title="No sellers yet">
            Sellers appear here when they register, ready to be verified.
          </EmptyState>
        }
      />
      <DeleteDialog
        deletion={deletion}
        onDeleted={(seller) => selection.unmark(({ _id }) => _id === seller._id)}
      />
    </>
  );
}

function CarsLink({ seller: { _id, name, listingCount } }: { seller: SellerRecord }) {
  if (listingCount === 0) return <span>0</span>;
  return (
    <Link
      to={`/dashboard/cars?seller=${_id}`}
      aria-label={`Cars of ${isolate(name)}: ${listingCount}`}
      className="text-link"
    >
      {listingCount}
    </Link>
  );
}

function DeleteDialog({
  deletion,
  onDeleted,
}: {
  deletion: ConfirmedRow<SellerRecord>;
  onDeleted: (seller: SellerRecord) => void;
}) {
  const deleteSeller = useDeleteSeller();
  const { row } = deletion;

  async function confirm(seller: SellerRecord) {
    const { deletedCount, message } = await deleteSeller.mutateAsync(seller._id);
    if (announceOutcome(deletedCount, message, "Seller Deleted Successfully")) onDeleted(seller);
  }

  return (
    <ConfirmDialog
      open={deletion.open}
      title={`Delete the seller ${isolate(row?.name ?? "")}?`}
      confirmLabel="Delete"
      busy={deleteSeller.isPending}
      onClose={deletion.close}
      onConfirm={() => deletion.confirm(confirm)}
    >{`${row?.email ?? ""} can no longer sign in, and their ${
      row?.listingCount === 1
        ? "car is removed from"
        : `${row?.listingCount ?? 0} cars are removed from`
    } the shop. This cannot be undone.`}</ConfirmDialog>
  );
}
