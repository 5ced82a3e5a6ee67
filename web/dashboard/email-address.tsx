import { Fragment } from "react";

/**
 * An email address in a table; where it does not fit on one line, it breaks after its @ and before its dots. On the
 * narrowest tablets there is no room to insist.
 */
export function EmailAddress({ email }: { email: string }) {
  return (
    <span className="block min-[50rem]:min-w-24">
      {email.split(/(?<=@)|(?=\.)/u).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
