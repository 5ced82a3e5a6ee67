import { useInfiniteQuery } from "@tanstack/react-query";
import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import {
  sellersQuery,
  useDeleteSeller,
  useRevokeVerification,
  useVerifySeller,
} from "#web/accounts/account-queries.ts";
import { Day } from "#web/dashboard/day.tsx";
import { deleteColumn } from "#web/dashboard/delete-column.tsx";
import { PagedList } from "#web/dashboard/paged-list.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { PersonName } from "#web/dashboard/person-name.tsx";
import { useConfirmedRow } from "#web/dashboard/use-confirmed-row.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/all-seller";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All Seller");

export default function AllSellerPage() {
  const query = useInfiniteQuery(sellersQuery);
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
      cell: (seller) => <PersonName name={seller.name} photoURL={seller.photoURL} />,
    },
    { head: "Email", cell: (seller) => seller.email },
    { head: "Cars", numeric: true, cell: (seller) => seller.listingCount },
    { head: "Joined", cell: (seller) => <Day at={seller.createdAt} /> },
    { head: "Verification", cell: (seller) => <Verification seller={seller} /> },
    deleteColumn(asked.ask),
  ];

  return (
    <>
      <PageHeading title="All Seller" />
      <PagedList
        query={query}
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
          />
        )}
      </PagedList>
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
