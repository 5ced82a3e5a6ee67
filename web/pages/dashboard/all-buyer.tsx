import { useQueryClient } from "@tanstack/react-query";
import { buyerFilter, type BuyerRecord } from "#shared/accounts/account-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import {
  accountCalls,
  accountKeys,
  buyersQuery,
  useDeleteBuyer,
} from "#web/accounts/account-queries.ts";
import { BulkBar } from "#web/ui/tables/bulk-bar.tsx";
import { ListTotal } from "#web/ui/tables/list-total.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useSelection } from "#web/ui/tables/use-selection.ts";
import { emailColumn, joinedColumn, nameColumn } from "#web/ui/tables/account-columns.tsx";
import { type ConfirmedRow, useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import type { Route } from "./+types/all-buyer";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All Buyer");

const buyers = { one: "buyer", many: "buyers" };
const columns = [nameColumn, emailColumn, joinedColumn];

export default function AllBuyerPage() {
  const queryClient = useQueryClient();
  const list = useListState(buyerFilter);
  const selection = useSelection<BuyerRecord>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const deletion = useConfirmedRow<BuyerRecord>();
  const order = list.orderBy("-joined");

  return (
    <>
      <PageHeading
        title="All Buyer"
        total={<ListTotal query={buyersQuery(list.query)} things={buyers} />}
      />
      <TableTools searches="name or email" list={list} columns={columns} order={order} />
      <TablePage
        title="All Buyer"
        list={list}
        query={buyersQuery(list.query)}
        columns={columns}
        order={order}
        selection={selection}
        actionsOf={(buyer) => ({
          of: buyer.name,
          actions: buyer.allowedActions.includes("delete")
            ? [{ label: "Delete", look: "danger", place: "row", run: () => deletion.ask(buyer) }]
            : [],
        })}
        things="buyers"
        empty={
          <EmptyState title="No buyers yet">Buyers appear here when they register.</EmptyState>
        }
      />
      <BulkBar
        selection={selection}
        things={buyers}
        detailOf={({ email }) => email}
        after={() => queryClient.invalidateQueries({ queryKey: accountKeys.all })}
        actions={[
          {
            label: "Delete",
            done: "deleted",
            look: "danger",
            consequence: "They can no longer sign in. This cannot be undone.",
            change: async ({ _id }) => {
              const { deletedCount, message } = await accountCalls.deleteBuyer(_id);
              return { count: deletedCount, message };
            },
          },
        ]}
      />
      <DeleteDialog
        deletion={deletion}
        onDeleted={(buyer) => selection.unmark(({ _id }) => _id === buyer._id)}
      />
    </>
  );
}

function DeleteDialog({
  deletion,
  onDeleted,
}: {
  deletion: ConfirmedRow<BuyerRecord>;
  onDeleted: (buyer: BuyerRecord) => void;
}) {
  const deleteBuyer = useDeleteBuyer();

  async function confirm(buyer: BuyerRecord) {
    const { deletedCount, message } = await deleteBuyer.mutateAsync(buyer._id);
    if (announceOutcome(deletedCount, message, "Buyer Deleted Successfully")) onDeleted(buyer);
  }

  return (
    <ConfirmDialog
      open={deletion.open}
      title={`Delete the buyer ${isolate(deletion.row?.name ?? "")}?`}
      confirmLabel="Delete"
      busy={deleteBuyer.isPending}
      onClose={deletion.close}
      onConfirm={() => deletion.confirm(confirm)}
    >{`${deletion.row?.email ?? ""} can no longer sign in. This cannot be undone.`}</ConfirmDialog>
  );
}
