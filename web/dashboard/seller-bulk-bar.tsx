import { useQueryClient } from "@tanstack/react-query";
import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { accountCalls, accountKeys } from "#web/accounts/account-queries.ts";
import type { Selection } from "#web/ui/use-selection.ts";
import { BulkBar, type BulkAction } from "./bulk-bar.tsx";

const changing =
  (call: typeof accountCalls.verify) =>
  async ({ _id }: SellerRecord) => {
    const { modifiedCount, message } = await call(_id);
    return { count: modifiedCount, message };
  };

const acts: BulkAction<SellerRecord>[] = [
  {
    label: "Verify",
    done: "verified",
    consequence: "Their cars show the badge right away, and we email them.",
    act: changing(accountCalls.verify),
    undo: { done: "no longer verified", act: changing(accountCalls.undoVerify) },
  },
  {
    label: "Delete",
    done: "deleted",
    look: "danger",
    consequence:
      "They can no longer sign in, and their cars are removed from the shop. This cannot be undone.",
    act: async ({ _id }) => {
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
      acts={acts}
      detailOf={({ email }) => email}
      after={() => queryClient.invalidateQueries({ queryKey: accountKeys.all })}
    />
  );
}
