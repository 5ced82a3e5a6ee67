import { Fragment } from "react";

/**
 * An email address in a table. Breaks after its @ and before its dots if it doesn't fit, and is smaller on tablets
 * and next to the drawer.
 */
export function EmailAddress({ email }: { email: string }) {
  return (
    <span className="block md:max-xl:min-w-20 md:max-xl:text-sm xl:min-w-24">
      {email.split(/(?<=@)|(?=\.)/u).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
