import { useQueryClient } from "@tanstack/react-query";
import { buyerFilter, type BuyerRecord } from "#shared/accounts/account-contract.ts";
import {
  accountCalls,
  accountKeys,
  buyersQuery,
  useDeleteBuyer,
} from "#web/accounts/account-queries.ts";
import { BulkBar } from "#web/dashboard/bulk-bar.tsx";
import { Day } from "#web/dashboard/day.tsx";
import { deleteColumn } from "#web/dashboard/delete-column.tsx";
import { EmailAddress } from "#web/dashboard/email-address.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { PersonName } from "#web/dashboard/person-name.tsx";
import { TablePage } from "#web/dashboard/table-page.tsx";
import { TableTools } from "#web/dashboard/table-tools.tsx";
import { useConfirmedRow } from "#web/dashboard/use-confirmed-row.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/table-columns.ts";
import { Table } from "#web/ui/table.tsx";
import { useSelection } from "#web/ui/use-selection.ts";
import type { Route } from "./+types/all-buyer";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All Buyer");

export default function AllBuyerPage() {
  const queryClient = useQueryClient();
  const list = useListState(buyerFilter);
  const selection = useSelection<BuyerRecord>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const removal = useDeleteBuyer();
  const asked = useConfirmedRow<BuyerRecord>();

  async function remove(buyer: BuyerRecord) {
    const { deletedCount, message } = await removal.mutateAsync(buyer._id);
    if (announceOutcome(deletedCount, message, "Buyer Deleted Successfully"))
      selection.unmark(({ _id }) => _id === buyer._id);
  }

  const columns: Column<BuyerRecord>[] = [
    {
      head: "Name",
      isName: true,
      sort: "name",
      cell: (buyer) => <PersonName name={buyer.name} photoURL={buyer.photoURL} />,
    },
    { head: "Email", sort: "email", cell: (buyer) => <EmailAddress email={buyer.email} /> },
    {
      head: "Joined",
      sort: "joined",
      fallsFirst: true,
      cell: (buyer) => <Day at={buyer.createdAt} />,
    },
    deleteColumn(asked.ask),
  ];

  const order = {
    sort: list.filter.sort ?? "-joined",
    choose: (sort: string) => list.choose({ sort }),
  };

  return (
    <>
      <PageHeading title="All Buyer" />
      <TableTools searches="name or email" list={list} columns={columns} order={order} />
      <BulkBar
        selection={selection}
        things={{ one: "buyer", many: "buyers" }}
        detailOf={({ email }) => email}
        after={() => queryClient.invalidateQueries({ queryKey: accountKeys.all })}
        acts={[
          {
            label: "Delete",
            done: "deleted",
            look: "danger",
            consequence: "They can no longer sign in. This cannot be undone.",
            act: async ({ _id }) => {
              const { deletedCount, message } = await accountCalls.deleteBuyer(_id);
              return { count: deletedCount, message };
            },
          },
        ]}
      />
      <TablePage
        list={list}
        query={buyersQuery(list.query)}
        things="buyers"
        empty={
          <EmptyState title="No buyers yet">Buyers appear here when they register.</EmptyState>
        }
      >
        {(buyers) => (
          <Table
            caption="All Buyer"
            columns={columns}
            rows={buyers}
            rowKey={(buyer) => buyer._id}
            order={order}
            selection={selection}
          />
        )}
      </TablePage>
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
