import { useState } from "react";
import { Link } from "react-router";
import { sellerFilter, type SellerRecord } from "#shared/accounts/account-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { sellersQuery, useDeleteSeller } from "#web/accounts/account-queries.ts";
import { SellerBulkBar } from "#web/accounts/seller-bulk-bar.tsx";
import { ChecksDialog } from "#web/dashboard/checks-dialog.tsx";
import { useLiftSuspension } from "#web/moderation/moderation-queries.ts";
import { RevokeDialog } from "#web/moderation/revoke-dialog.tsx";
import { SuspendDialog } from "#web/moderation/suspend-dialog.tsx";
import { VerifiedNote } from "#web/moderation/verified-note.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { emailColumn, joinedColumn, nameColumn } from "#web/ui/tables/account-columns.tsx";
import { Day } from "#web/ui/tables/day.tsx";
import { ListTotal } from "#web/ui/tables/list-total.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import type { RowAction } from "#web/ui/tables/row-actions.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { choice } from "#web/ui/tables/table-filter.ts";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { type ConfirmedRow, useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { useSelection } from "#web/ui/tables/use-selection.ts";
import type { Route } from "./+types/all-seller";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All Seller");

const sellers = { one: "seller", many: "sellers" };
const filters = [
  choice("verified", "Verification", [
    { value: "waiting", label: "To verify" },
    { value: "yes", label: "Verified" },
  ]),
];

const columns: Column<SellerRecord>[] = [
  nameColumn,
  emailColumn,
  {
    head: "Cars",
    numeric: true,
    phone: "hidden",
    cell: (seller) => <CarsLink seller={seller} />,
  },
  { ...joinedColumn, phone: "hidden", isExtra: true },
  { head: "Status", phone: "line", cell: (seller) => <Status seller={seller} /> },
];

export default function AllSellerPage() {
  const list = useListState(sellerFilter);
  const selection = useSelection<SellerRecord>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const [verified, setVerified] = useState<SellerRecord | null>(null);
  const checks = useConfirmedRow<SellerRecord>();
  const revocation = useConfirmedRow<SellerRecord>();
  const suspension = useConfirmedRow<{ id: string; name: string }>();
  const deletion = useConfirmedRow<SellerRecord>();
  const actions = {
    check: checks.ask,
    revoke: revocation.ask,
    suspend: ({ _id, name }: SellerRecord) => suspension.ask({ id: _id, name }),
    liftActionOf: useLiftAction(),
    askToDelete: deletion.ask,
  };
  const order = list.orderBy("-joined");

  return (
    <>
      <PageHeading
        title="All Seller"
        total={<ListTotal query={sellersQuery(list.query)} things={sellers} />}
      />
      <VerifiedNote seller={verified} onUndone={() => setVerified(null)} />
      <TableTools
        searches="name or email"
        list={list}
        columns={columns}
        order={order}
        filters={filters}
      />
      <TablePage
        title="All Seller"
        list={list}
        query={sellersQuery(list.query)}
        columns={columns}
        order={order}
        selection={selection}
        actionsOf={(seller) => ({ of: seller.name, actions: actionsOf(seller, actions) })}
        things="sellers"
        nothingFound={
          list.filter.verified === "waiting" && !list.filter.q
            ? { title: "No sellers to verify", text: "You're all caught up." }
            : undefined
        }
        empty={
          <EmptyState title="No sellers yet">
            Sellers appear here when they register, ready to be verified.
          </EmptyState>
        }
      />
      <SellerBulkBar selection={selection} />
      <ChecksDialog
        row={checks}
        onVerified={(seller) => {
          setVerified(seller);
          selection.unmark(({ _id }) => _id === seller._id);
        }}
      />
      <RevokeDialog revocation={revocation} />
      <SuspendDialog suspension={suspension} />
      <DeleteDialog
        deletion={deletion}
        onDeleted={(seller) => selection.unmark(({ _id }) => _id === seller._id)}
      />
    </>
  );
}

/** What an admin can do with a seller. */
function actionsOf(
  seller: SellerRecord,
  {
    check,
    revoke,
    suspend,
    liftActionOf,
    askToDelete,
  }: Record<"check" | "revoke" | "suspend" | "askToDelete", (seller: SellerRecord) => void> & {
    liftActionOf: (seller: SellerRecord) => RowAction;
  },
): RowAction[] {
  const may = (action: SellerRecord["allowedActions"][number]) =>
    seller.allowedActions.includes(action);
  const name = isolate(seller.name);
  const actions: (RowAction | false)[] = [
    may("verify") && { label: "Verify", place: "row", run: () => check(seller) },
    { label: "Checks", name: `Checks of ${name}`, run: () => check(seller) },
    may("unverify") && {
      label: "Revoke",
      name: `Revoke the verification of ${name}`,
      run: () => revoke(seller),
    },
    may("suspend") && { label: "Suspend", run: () => suspend(seller) },
    may("unsuspend") && liftActionOf(seller),
    may("delete") && { label: "Delete", look: "danger", run: () => askToDelete(seller) },
  ];
  return actions.filter((action) => action !== false);
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

/** Suspended with the reason, verified with the day, or neither. */
// A date or reason below the badge, where the drawer leaves little room.
const stacked = "text-muted md:max-xl:flex md:max-xl:flex-col md:max-xl:items-start";

function Status({ seller }: { seller: SellerRecord }) {
  if (seller.isSuspended)
    return (
      <span className={stacked}>
        <Badge tone="danger">Suspended</Badge>{" "}
        {seller.suspensionReason && (
          <span
            title={seller.suspensionReason}
            className="inline-block max-w-40 truncate align-bottom"
          >
            {seller.suspensionReason}
          </span>
        )}
      </span>
    );
  if (!seller.isVerify) return <span className="text-muted">Not verified</span>;
  return (
    <span className={stacked}>
      <Badge tone="good" asWritten>
        Verified
      </Badge>{" "}
      {seller.verifiedAt && <Day at={seller.verifiedAt} />}
    </span>
  );
}

/** The action that lets a suspended seller sell again. */
function useLiftAction(): (seller: SellerRecord) => RowAction {
  const lift = useLiftSuspension();

  async function run({ _id, name }: SellerRecord) {
    const { modifiedCount, message } = await lift.mutateAsync(_id);
    announceOutcome(modifiedCount, message, `Suspension of ${isolate(name)} lifted`);
  }

  return (seller) => ({
    label: "Lift",
    name: `Lift the suspension of ${isolate(seller.name)}`,
    place: "row",
    busy: lift.isPending && lift.variables === seller._id,
    run: () => void run(seller).catch(() => undefined),
  });
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
