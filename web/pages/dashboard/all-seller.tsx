import { Link } from "react-router";
import { sellerFilter, type SellerRecord } from "#shared/accounts/account-contract.ts";
import { sellersQuery, useDeleteSeller } from "#web/accounts/account-queries.ts";
import { Day } from "#web/dashboard/day.tsx";
import { deleteColumn } from "#web/dashboard/delete-column.tsx";
import { EmailAddress } from "#web/dashboard/email-address.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { PersonName } from "#web/dashboard/person-name.tsx";
import { SellerBulkBar } from "#web/dashboard/seller-bulk-bar.tsx";
import { TablePage } from "#web/dashboard/table-page.tsx";
import { ChoiceField, TableTools } from "#web/dashboard/table-tools.tsx";
import { useConfirmedRow } from "#web/dashboard/use-confirmed-row.ts";
import { SellerStanding } from "#web/moderation/seller-standing.tsx";
import { SellerVerification } from "#web/moderation/seller-verification.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/table-columns.ts";
import { Table } from "#web/ui/table.tsx";
import { useSelection } from "#web/ui/use-selection.ts";
import type { Route } from "./+types/all-seller";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All Seller");

const verificationChoices = [
  { value: "", words: "All" },
  { value: "waiting", words: "To verify" },
  { value: "yes", words: "Verified" },
];

export default function AllSellerPage() {
  const list = useListState(sellerFilter);
  const selection = useSelection<SellerRecord>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const removal = useDeleteSeller();
  const asked = useConfirmedRow<SellerRecord>();

  async function remove(seller: SellerRecord) {
    const { deletedCount, message } = await removal.mutateAsync(seller._id);
    if (announceOutcome(deletedCount, message, "Seller Deleted Successfully"))
      selection.unmark(({ _id }) => _id === seller._id);
  }

  const columns: Column<SellerRecord>[] = [
    {
      head: "Name",
      isName: true,
      sort: "name",
      cell: (seller) => <PersonName name={seller.name} photoURL={seller.photoURL} />,
    },
    { head: "Email", sort: "email", cell: (seller) => <EmailAddress email={seller.email} /> },
    {
      head: "Cars",
      numeric: true,
      cell: ({ _id, name, listingCount }) =>
        listingCount === 0 ? (
          0
        ) : (
          <Link
            to={`/dashboard/cars?seller=${_id}`}
            aria-label={`Cars of ${name}: ${listingCount}`}
            className="text-link"
          >
            {listingCount}
          </Link>
        ),
    },
    {
      head: "Joined",
      sort: "joined",
      fallsFirst: true,
      cell: (seller) => <Day at={seller.createdAt} />,
    },
    {
      head: "Verification",
      cell: (seller) => (
        <SellerVerification
          seller={seller}
          verifiedOn={seller.verifiedAt && <Day at={seller.verifiedAt} />}
        />
      ),
    },
    { head: "Status", cell: (seller) => <SellerStanding seller={seller} /> },
    deleteColumn(asked.ask),
  ];

  const order = {
    sort: list.filter.sort ?? "-joined",
    choose: (sort: string) => list.choose({ sort }),
  };

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
        list={list}
        query={sellersQuery(list.query)}
        things="sellers"
        empty={
          <EmptyState title="No sellers yet">
            Sellers appear here when they register, ready to be verified.
          </EmptyState>
        }
      >
        {(sellers) => (
          <Table
            caption="All Seller"
            columns={columns}
            rows={sellers}
            rowKey={(seller) => seller._id}
            order={order}
            selection={selection}
          />
        )}
      </TablePage>
      <ConfirmDialog
        open={asked.open}
        title={`Delete the seller ${asked.row?.name ?? ""}?`}
        confirmLabel="Delete"
        busy={removal.isPending}
        onClose={asked.close}
        onConfirm={() => asked.confirm(remove)}
      >
        {asked.row?.email} can no longer sign in, and their{" "}
        {asked.row?.listingCount === 1
          ? "car is removed from"
          : `${asked.row?.listingCount ?? 0} cars are removed from`}{" "}
        the shop. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
