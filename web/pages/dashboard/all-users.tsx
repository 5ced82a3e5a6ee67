import { userFilter, type UserRecord } from "#shared/accounts/account-contract.ts";
import { roles } from "#shared/accounts/account.ts";
import { useMakeAdmin, useRevokeAdmin, usersQuery } from "#web/accounts/account-queries.ts";
import { Day } from "#web/dashboard/day.tsx";
import { EmailAddress } from "#web/dashboard/email-address.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { PersonName } from "#web/dashboard/person-name.tsx";
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
import type { Route } from "./+types/all-users";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "All users");

const roleWords = { Buyer: "Buyers", Seller: "Sellers", admin: "Admins" };
const roleChoices = [
  { value: "", words: "All" },
  ...roles.map((role) => ({ value: role, words: roleWords[role] })),
];

export default function AllUsersPage() {
  const list = useListState(userFilter);
  const makeAdmin = useMakeAdmin();
  const revokeAdmin = useRevokeAdmin();
  const asked = useConfirmedRow<UserRecord>();
  const askedBack = useConfirmedRow<UserRecord>();

  async function promote(user: UserRecord) {
    const { modifiedCount, message } = await makeAdmin.mutateAsync(user._id);
    announceOutcome(modifiedCount, message, "Make admin successful");
  }

  async function demote(user: UserRecord) {
    const { modifiedCount, message } = await revokeAdmin.mutateAsync(user._id);
    announceOutcome(modifiedCount, message, `${user.name} is no longer an admin`);
  }

  const columns: Column<UserRecord>[] = [
    {
      head: "Name",
      isName: true,
      sort: "name",
      cell: (user) => <PersonName name={user.name} photoURL={user.photoURL} />,
    },
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
    {
      head: "Joined",
      sort: "joined",
      fallsFirst: true,
      cell: (user) => <Day at={user.createdAt} />,
    },
    {
      head: "Action",
      isAction: true,
      numeric: true,
      cell: (user) =>
        user.role === "admin" ? (
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
            <Badge tone="good">Admin Created</Badge>
            {user.allowedActions.includes("revokeAdmin") && (
              <Button
                look="quiet"
                size="small"
                aria-label={`Revoke the admin role of ${user.name}`}
                onClick={() => askedBack.ask(user)}
              >
                Revoke
              </Button>
            )}
          </div>
        ) : (
          user.allowedActions.includes("makeAdmin") && (
            <Button
              look="secondary"
              size="small"
              aria-label={`Make Admin: ${user.name}`}
              onClick={() => asked.ask(user)}
            >
              Make Admin
            </Button>
          )
        ),
    },
  ];

  const order = {
    sort: list.filter.sort ?? "-joined",
    choose: (sort: string) => list.choose({ sort }),
  };

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
        list={list}
        query={usersQuery(list.query)}
        things="users"
        empty={<EmptyState title="No users yet">Users appear here when they register.</EmptyState>}
      >
        {(users) => (
          <Table
            caption="All users"
            columns={columns}
            rows={users}
            rowKey={(user) => user._id}
            order={order}
          />
        )}
      </TablePage>
      <ConfirmDialog
        open={asked.open}
        title={`Make ${asked.row?.name ?? ""} an admin?`}
        confirmLabel="Make Admin"
        confirmLook="primary"
        busy={makeAdmin.isPending}
        onClose={asked.close}
        onConfirm={() => asked.confirm(promote)}
      >
        {asked.row?.email} will be able to manage users, sellers and reports, and will no longer be
        able to buy or sell here.
        {asked.row?.isEmailConfirmed === false &&
          " They have not confirmed this email address, so make sure it really belongs to them."}
      </ConfirmDialog>
      <ConfirmDialog
        open={askedBack.open}
        title={`Revoke the admin role of ${askedBack.row?.name ?? ""}?`}
        confirmLabel="Revoke"
        busy={revokeAdmin.isPending}
        onClose={askedBack.close}
        onConfirm={() => askedBack.confirm(demote)}
      >
        {askedBack.row?.email} loses access to the admin pages right away and becomes a{" "}
        {askedBack.row?.roleBefore?.toLowerCase()} again
        {askedBack.row?.roleBefore === "Seller" && ", without verification"}. We email them.
      </ConfirmDialog>
    </>
  );
}
