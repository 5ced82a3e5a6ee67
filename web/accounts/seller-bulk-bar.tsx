import { useQueryClient } from "@tanstack/react-query";
import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { accountCalls, accountKeys } from "./account-queries.ts";
import type { Selection } from "#web/ui/tables/use-selection.ts";
import { BulkBar, type BulkAction } from "#web/ui/tables/bulk-bar.tsx";

const changed =
  (call: typeof accountCalls.verify) =>
  async ({ _id }: SellerRecord) => {
    const { modifiedCount, message } = await call(_id);
    return { count: modifiedCount, message };
  };

const actions: BulkAction<SellerRecord>[] = [
  {
    label: "Verify",
    done: "verified",
    consequence: "Their cars show the badge right away, and we email them.",
    change: changed(accountCalls.verify),
    undo: { done: "no longer verified", change: changed(accountCalls.undoVerify) },
  },
  {
    label: "Delete",
    done: "deleted",
    look: "danger",
    consequence:
      "They can no longer sign in, and their cars are removed from the shop. This cannot be undone.",
    change: async ({ _id }) => {
      const { deletedCount, message } = await accountCalls.deleteSeller(_id);
      return { count: deletedCount, message };
    },
  },
];

/** Bulk actions on sellers. */
export function SellerBulkBar({ selection }: { selection: Selection<SellerRecord> }) {
  const queryClient = useQueryClient();
  return (
    <BulkBar
      selection={selection}
      things={{ one: "seller", many: "sellers" }}
      actions={actions}
      detailOf={({ email }) => email}
      after={() => queryClient.invalidateQueries({ queryKey: accountKeys.all })}
    />
  );
}
