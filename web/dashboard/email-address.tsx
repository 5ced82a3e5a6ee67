import { Fragment } from "react";

/**
 * An email address in a table; where it does not fit on one line, it breaks after its @ and before its dots. On
 * tablets, and beside the drawer, it is smaller.
 */
export function EmailAddress({ email }: { email: string }) {
  return (
    <span className="block md:max-xl:min-w-20 md:max-xl:text-sm xl:min-w-24">
      {email.split(/(?<=@)|(?=\.)/u).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
