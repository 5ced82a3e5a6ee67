import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { type AccountSectionTitle, sectionId } from "./account-sections.ts";

/** One part of the account page: its name and what it is for at the left, what can be done at the right. */
export function AccountSection({
  title,
  lead,
  children,
}: {
  title: AccountSectionTitle;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isAimedAt = hash === `#${sectionId(title)}`;
  // A link from elsewhere arrives before the account is known, when there is no section to scroll to.
  useEffect(() => {
    if (isAimedAt) section.current?.scrollIntoView();
  }, [isAimedAt]);
  return (
    <section
      ref={section}
      id={sectionId(title)}
      aria-labelledby={headingId}
      className="grid gap-6 border-t border-line py-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-12"
    >
      <div>
        <h2 id={headingId} className="display text-2xl">
          {title}
        </h2>
        {lead && <p className="mt-2 text-muted">{lead}</p>}
      </div>
      <div className="max-w-xl min-w-0 space-y-6">{children}</div>
    </section>
  );
}
