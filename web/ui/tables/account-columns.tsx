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

/** The account's photo, or the initial of its name. */
function Avatar({ name, photoURL }: Pick<Account, "name" | "photoURL">) {
  if (photoURL)
    return (
      <img
        src={photoURL}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        className="size-10 rounded-full border border-line object-cover"
      />
    );
  return (
    <span
      aria-hidden="true"
      className="grid size-10 place-items-center rounded-full border border-line bg-well text-sm text-muted"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
