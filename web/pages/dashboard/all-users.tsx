import { userFilter, type UserRecord } from "#shared/accounts/account-contract.ts";
import { roles } from "#shared/accounts/account.ts";
import { isolate } from "#shared/text/isolate.ts";
import { useMakeAdmin, useRevokeAdmin, usersQuery } from "#web/accounts/account-queries.ts";
import { EmailAddress } from "#web/ui/tables/email-address.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { ListTotal } from "#web/ui/tables/list-total.tsx";
import type { RowAction } from "#web/ui/tables/row-actions.tsx";
import { choice } from "#web/ui/tables/table-filter.ts";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { emailColumn, joinedColumn, nameColumn } from "#web/ui/tables/account-columns.tsx";
import { type ConfirmedRow, useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import type { Route } from "./+types/all-users";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All users");

const users = { one: "user", many: "users" };
const roleLabels = { Buyer: "Buyers", Seller: "Sellers", admin: "Admins" };
const filters = [
  choice(
    "role",
    "Role",
    roles.map((role) => ({ value: role, label: roleLabels[role] })),
  ),
];

const columns: Column<UserRecord>[] = [
  nameColumn,
  {
    ...emailColumn,
    cell: (user) => (
      <>
        <EmailAddress email={user.email} />
        {!user.isEmailConfirmed && (
          <span className="text-muted md:block md:text-xs"> Not confirmed</span>
        )}
      </>
    ),
  },
  {
    head: "Role",
    phone: "line",
    cell: (user) => <RoleName user={user} />,
  },
  { ...joinedColumn, phone: "hidden", isExtra: true },
];

export default function AllUsersPage() {
  const list = useListState(userFilter);
  const promotion = useConfirmedRow<UserRecord>();
  const revocation = useConfirmedRow<UserRecord>();
  const order = list.orderBy("-joined");

  return (
    <>
      <PageHeading
        title="All users"
        total={<ListTotal query={usersQuery(list.query)} things={users} />}
      />
      <TableTools
        searches="name or email"
        list={list}
        columns={columns}
        order={order}
        filters={filters}
      />
      <TablePage
        title="All users"
        list={list}
        query={usersQuery(list.query)}
        columns={columns}
        order={order}
        actionsOf={(user) => ({
          of: user.name,
          actions: roleActions(user, { promote: promotion.ask, revoke: revocation.ask }),
        })}
        things="users"
        empty={<EmptyState title="No users yet">Users appear here when they register.</EmptyState>}
      />
      <MakeAdminDialog promotion={promotion} />
      <RevokeAdminDialog revocation={revocation} />
    </>
  );
}

function RoleName({ user }: { user: UserRecord }) {
  if (user.role === "admin")
    return (
      <Badge tone="good" asWritten>
        Admin Created
      </Badge>
    );
  return <span>{user.role}</span>;
}

function roleActions(
  user: UserRecord,
  { promote, revoke }: Record<"promote" | "revoke", (user: UserRecord) => void>,
): RowAction[] {
  const actions: RowAction[] = [];
  if (user.allowedActions.includes("makeAdmin"))
    actions.push({
      label: "Make Admin",
      name: `Make Admin: ${isolate(user.name)}`,
      place: "row",
      run: () => promote(user),
    });
  if (user.allowedActions.includes("revokeAdmin"))
    actions.push({
      label: "Revoke",
      name: `Revoke the admin role of ${isolate(user.name)}`,
      look: "quiet",
      place: "row",
      run: () => revoke(user),
    });
  return actions;
}

function MakeAdminDialog({ promotion }: { promotion: ConfirmedRow<UserRecord> }) {
  const makeAdmin = useMakeAdmin();

  async function confirm(user: UserRecord) {
    const { modifiedCount, message } = await makeAdmin.mutateAsync(user._id);
    announceOutcome(modifiedCount, message, "Make admin successful");
  }

  return (
    <ConfirmDialog
      open={promotion.open}
      title={`Make ${isolate(promotion.row?.name ?? "")} an admin?`}
      confirmLabel="Make Admin"
      confirmLook="primary"
      busy={makeAdmin.isPending}
      onClose={promotion.close}
      onConfirm={() => promotion.confirm(confirm)}
    >{`${promotion.row?.email ?? ""} will be able to manage users, sellers and reports, and will no longer be able to buy or sell here.${promotion.row?.isEmailConfirmed === false ? " They have not confirmed this email address, so make sure it really belongs to them." : ""}`}</ConfirmDialog>
  );
}

function RevokeAdminDialog({ revocation }: { revocation: ConfirmedRow<UserRecord> }) {
  const revokeAdmin = useRevokeAdmin();
  const { row } = revocation;

  async function confirm(user: UserRecord) {
    const { modifiedCount, message } = await revokeAdmin.mutateAsync(user._id);
    announceOutcome(modifiedCount, message, `${isolate(user.name)} is no longer an admin`);
  }

  return (
    <ConfirmDialog
      open={revocation.open}
      title={`Revoke the admin role of ${isolate(row?.name ?? "")}?`}
      confirmLabel="Revoke"
      busy={revokeAdmin.isPending}
      onClose={revocation.close}
      onConfirm={() => revocation.confirm(confirm)}
    >{`${row?.email ?? ""} loses access to the admin pages right away and becomes a ${row?.roleBefore?.toLowerCase() ?? ""} again${row?.roleBefore === "Seller" ? ", without verification" : ""}. We email them.`}</ConfirmDialog>
  );
}
