import type { Column } from "./table-columns.ts";
import { Day } from "./day.tsx";
import { EmailAddress } from "./email-address.tsx";

type Account = { name: string; email: string; photoURL: string | null; createdAt: string };

// The columns that the lists of buyers, sellers and users share.

export const nameColumn: Column<Account> = {
  head: "Name",
  isName: true,
  sort: "name",
  cell: (account) => <AccountName name={account.name} photoURL={account.photoURL} />,
};

export const emailColumn: Column<Account> = {
  head: "Email",
  sort: "email",
  cell: ({ email }) => <EmailAddress email={email} />,
};

export const joinedColumn: Column<Account> = {
  head: "Joined",
  sort: "joined",
  fallsFirst: true,
  cell: ({ createdAt }) => <Day at={createdAt} />,
};

/** The photo, if there is one and room for it, and the name. */
function AccountName({ name, photoURL }: { name: string; photoURL: string | null }) {
  return (
    <span className="flex items-center gap-3 max-md:flex-row-reverse">
      {photoURL ? (
        <img
          src={photoURL}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          className="size-9 shrink-0 rounded-full md:max-xl:hidden border border-line object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 md:max-xl:hidden place-items-center rounded-full border border-line bg-well text-sm text-muted"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <span>{name}</span>
    </span>
  );
}
