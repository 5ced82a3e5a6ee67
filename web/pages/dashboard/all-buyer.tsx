import { useInfiniteQuery } from "@tanstack/react-query";
import type { BuyerRecord } from "#shared/accounts/account-contract.ts";
import { buyersQuery, useDeleteBuyer } from "#web/accounts/account-queries.ts";
import { Day } from "#web/dashboard/day.tsx";
import { deleteColumn } from "#web/dashboard/delete-column.tsx";
import { PagedList } from "#web/dashboard/paged-list.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { PersonName } from "#web/dashboard/person-name.tsx";
import { useConfirmedRow } from "#web/dashboard/use-confirmed-row.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/all-buyer";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All Buyer");

export default function AllBuyerPage() {
  const query = useInfiniteQuery(buyersQuery);
  const removal = useDeleteBuyer();
  const asked = useConfirmedRow<BuyerRecord>();

  async function remove(buyer: BuyerRecord) {
    const { deletedCount, message } = await removal.mutateAsync(buyer._id);
    announceOutcome(deletedCount, message, "Buyer Deleted Successfully");
  }

  const columns: Column<BuyerRecord>[] = [
    {
      head: "Name",
      isName: true,
      cell: (buyer) => <PersonName name={buyer.name} photoURL={buyer.photoURL} />,
    },
    { head: "Email", cell: (buyer) => buyer.email },
    { head: "Joined", cell: (buyer) => <Day at={buyer.createdAt} /> },
    deleteColumn(asked.ask),
  ];

  return (
    <>
      <PageHeading title="All Buyer" />
      <PagedList
        query={query}
        empty={
          <EmptyState title="No buyers yet">Whoever registers as a buyer appears here.</EmptyState>
        }
      >
        {(buyers) => (
          <Table
            caption="All Buyer"
            columns={columns}
            rows={buyers}
            rowKey={(buyer) => buyer._id}
          />
        )}
      </PagedList>
      <ConfirmDialog
        open={asked.open}
        title={`Delete the buyer ${asked.row?.name ?? ""}?`}
        confirmLabel="Delete"
        busy={removal.isPending}
        onClose={asked.close}
        onConfirm={() => asked.confirm(remove)}
      >
        {asked.row?.email} can no longer sign in. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
