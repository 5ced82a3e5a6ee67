import { sellerFilter, type SellerRecord } from "#shared/accounts/account-contract.ts";
import {
  sellersQuery,
  useDeleteSeller,
  useRevokeVerification,
  useVerifySeller,
} from "#web/accounts/account-queries.ts";
import { Day } from "#web/dashboard/day.tsx";
import { deleteColumn } from "#web/dashboard/delete-column.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { PersonName } from "#web/dashboard/person-name.tsx";
import { SellerBulkBar } from "#web/dashboard/seller-bulk-bar.tsx";
import { TablePage } from "#web/dashboard/table-page.tsx";
import { ChoiceField, TableTools } from "#web/dashboard/table-tools.tsx";
import { useConfirmedRow } from "#web/dashboard/use-confirmed-row.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/table-columns.ts";
import { Table } from "#web/ui/table.tsx";
import { useSelection } from "#web/ui/use-selection.ts";
import type { Route } from "./+types/all-seller";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All Seller");

const verificationChoices = [
  { value: "", words: "All" },
  { value: "no", words: "To verify" },
  { value: "yes", words: "Verified" },
];

export default function AllSellerPage() {
  const list = useListState(sellerFilter);
  const selection = useSelection<SellerRecord>(
    ({ _id }) => _id,
    ({ name }) => name,
  );
  const removal = useDeleteSeller();
  const asked = useConfirmedRow<SellerRecord>();

  async function remove(seller: SellerRecord) {
    const { deletedCount, message } = await removal.mutateAsync(seller._id);
    announceOutcome(deletedCount, message, "Seller Deleted Successfully");
  }

  const columns: Column<SellerRecord>[] = [
    {
      head: "Name",
      isName: true,
      sort: "name",
      cell: (seller) => <PersonName name={seller.name} photoURL={seller.photoURL} />,
    },
    { head: "Email", sort: "email", cell: (seller) => seller.email },
    { head: "Cars", numeric: true, cell: (seller) => seller.listingCount },
    {
      head: "Joined",
      sort: "joined",
      fallsFirst: true,
      cell: (seller) => <Day at={seller.createdAt} />,
    },
    { head: "Verification", cell: (seller) => <Verification seller={seller} /> },
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
            Whoever registers as a seller appears here, to be verified.
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
          ? "car leaves"
          : `${asked.row?.listingCount ?? 0} cars leave`}{" "}
        the shop. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

function Verification({ seller }: { seller: SellerRecord }) {
  const verify = useVerifySeller();
  const revoke = useRevokeVerification();

  async function change(action: typeof verify, success: string) {
    const { modifiedCount, message } = await action.mutateAsync(seller._id);
    announceOutcome(modifiedCount, message, success);
  }

  return (
    <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
      {seller.isVerify && <Badge tone="good">Verified</Badge>}
      {seller.isVerify && seller.verifiedAt && (
        // A block of its own: "Verified" is one label, who did it another.
        <span role="paragraph" className="block text-sm text-muted">
          {seller.verifiedBy && `by ${seller.verifiedBy} `}on <Day at={seller.verifiedAt} />
        </span>
      )}
      {seller.allowedActions.includes("verify") && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Verify ${seller.name}`}
          busy={verify.isPending}
          onClick={() =>
            void change(verify, `Seller ${seller.name} verified!`).catch(() => undefined)
          }
        >
          Verify
        </Button>
      )}
      {seller.allowedActions.includes("unverify") && (
        <Button
          look="quiet"
          size="small"
          aria-label={`Revoke the verification of ${seller.name}`}
          busy={revoke.isPending}
          onClick={() =>
            void change(revoke, `Verification of ${seller.name} revoked`).catch(() => undefined)
          }
        >
          Revoke
        </Button>
      )}
    </span>
  );
}
