import { Avatar } from "../avatar.tsx";
import type { Column } from "./table-columns.ts";
import { Day } from "./day.tsx";
import { EmailAddress } from "./email-address.tsx";

type Account = { name: string; email: string; photoURL: string | null; createdAt: string };

// The columns that the lists of buyers, sellers and users share.

export const nameColumn: Column<Account> = {
  head: "Name",
  isName: true,
  sort: "name",
  avatar: (account) => <Avatar {...account} />,
  cell: ({ name }) => <span>{name}</span>,
};

export const emailColumn: Column<Account> = {
  head: "Email",
  isCut: true,
  phone: "line",
  sort: "email",
  cell: ({ email }) => <EmailAddress email={email} />,
};

export const joinedColumn: Column<Account> = {
  head: "Joined",
  phone: "line",
  sort: "joined",
  fallsFirst: true,
  cell: ({ createdAt }) => <Day at={createdAt} />,
};
