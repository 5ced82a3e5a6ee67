import { userFilter, type UserRecord } from "#shared/accounts/account-contract.ts";
import { roles } from "#shared/accounts/account.ts";
import { isolate } from "#shared/text/isolate.ts";
import { useMakeAdmin, useRevokeAdmin, usersQuery } from "#web/accounts/account-queries.ts";
import { EmailAddress } from "#web/ui/tables/email-address.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { ChoiceField, TableTools } from "#web/ui/tables/table-tools.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { joinedColumn, nameColumn } from "#web/ui/tables/account-columns.tsx";
import { type ConfirmedRow, useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import type { Route } from "./+types/all-users";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All users");

const roleLabels = { Buyer: "Buyers", Seller: "Sellers", admin: "Admins" };
const roleChoices = [
  { value: "", label: "All" },
  ...roles.map((role) => ({ value: role, label: roleLabels[role] })),
];

const columns: Column<UserRecord>[] = [
  nameColumn,
  {
    head: "Email",
    sort: "email",
    cell: (user) => (
      <>
        <EmailAddress email={user.email} />
        {!user.isEmailConfirmed && <p className="text-sm text-muted">Not confirmed</p>}
      </>
    ),
  },
  {
    head: "Role",
    cell: (user) => (
      <span className="whitespace-nowrap">{user.role === "admin" ? "Admin" : user.role}</span>
    ),
  },
  joinedColumn,
];

export default function AllUsersPage() {
  const list = useListState(userFilter);
  const promotion = useConfirmedRow<UserRecord>();
  const revocation = useConfirmedRow<UserRecord>();
  const actionColumn: Column<UserRecord> = {
    head: "Action",
    isAction: true,
    numeric: true,
    cell: (user) => <RoleActions user={user} onPromote={promotion.ask} onRevoke={revocation.ask} />,
  };
  const order = list.orderBy("-joined");

  return (
    <>
      <PageHeading title="All users" />
      <TableTools searches="name or email" list={list} columns={columns} order={order}>
        <ChoiceField
          label="Role"
          value={list.filter.role ?? ""}
          options={roleChoices}
          choose={(role) => list.choose({ role })}
        />
      </TableTools>
      <TablePage
        title="All users"
        list={list}
        query={usersQuery(list.query)}
        columns={[...columns, actionColumn]}
        order={order}
        things="users"
        empty={<EmptyState title="No users yet">Users appear here when they register.</EmptyState>}
      />
      <MakeAdminDialog promotion={promotion} />
      <RevokeAdminDialog revocation={revocation} />
    </>
  );
}

function RoleActions({
  user,
  onPromote,
  onRevoke,
}: {
  user: UserRecord;
  onPromote: (user: UserRecord) => void;
  onRevoke: (user: UserRecord) => void;
}) {
  if (user.role !== "admin")
    return (
      user.allowedActions.includes("makeAdmin") && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Make Admin: ${isolate(user.name)}`}
          onClick={() => onPromote(user)}
        >
          Make Admin
        </Button>
      )
    );
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <Badge tone="good">Admin Created</Badge>
      {user.allowedActions.includes("revokeAdmin") && (
        <Button
          look="quiet"
          size="small"
          className="-mr-2"
          aria-label={`Revoke the admin role of ${isolate(user.name)}`}
          onClick={() => onRevoke(user)}
        >
          Revoke
        </Button>
      )}
    </div>
  );
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
