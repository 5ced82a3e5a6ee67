import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";

/** The anchor of a section, for links to it. */
export function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

/** A section of a long page: title and description on the left, content on the right. A link to its anchor scrolls to it. */
export function PageSection({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isAimedAt = hash === `#${sectionId(title)}`;
  // The page may open before the section renders, so the browser has nothing to scroll to.
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
