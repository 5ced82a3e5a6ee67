import type { ReactNode } from "react";

/** Layout of the sign-in and sign-up pages. */
export function SignInFrame({
  title,
  lead,
  children,
  aside,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  aside: ReactNode;
}) {
  return (
    <div className="page-body">
      <div className="mx-auto max-w-md">
        <h1 className="page-title">{title}</h1>
        <p className="mt-3 text-muted">{lead}</p>
        <noscript>
          <p className="mt-6 border-l border-brass pl-4">
            This form needs JavaScript. Please turn it on and reload the page.
          </p>
        </noscript>
        <div className="mt-8">{children}</div>
        <p className="mt-8 border-t border-line pt-6 text-muted">{aside}</p>
      </div>
    </div>
  );
}
