import {
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useState,
} from "react";
import { Icon } from "./icon.tsx";
import { sectionId } from "./page-section.tsx";

/** A page of sections with links to them: beside them and always in view on wide screens, else a menu above them. */
export function WithSectionLinks({
  titles,
  children,
}: {
  titles: readonly string[];
  children: ReactNode;
}) {
  const current = useSectionInView(titles);
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_12rem] xl:gap-12">
      <nav
        aria-label="On this page"
        className="hidden xl:sticky xl:top-24 xl:col-start-2 xl:row-start-1 xl:block xl:self-start"
      >
        <Links titles={titles} current={current} className="border-s border-line" />
      </nav>
      <nav aria-label="On this page" className="mb-2 xl:hidden">
        <details className="group field-box p-0">
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between px-3.5 [&::-webkit-details-marker]:hidden">
            <span>On this page</span>
            <Icon name="chevron" size={18} className="group-open:rotate-180" />
          </summary>
          <Links titles={titles} className="border-t border-line py-2" onClick={closeMenu} />
        </details>
      </nav>
      <div className="min-w-0 xl:col-start-1 xl:row-start-1">{children}</div>
    </div>
  );
}

type LinksProps = ComponentProps<"ul"> & { titles: readonly string[]; current?: string | null };

function Links({ titles, current, ...list }: LinksProps) {
  return (
    <ul {...list}>
      {titles.map((title) => (
        <li key={title}>
          <a
            href={`#${sectionId(title)}`}
            aria-current={title === current ? "true" : undefined}
            className="-ms-px flex min-h-9 items-center border-s border-transparent px-4 py-1.5 text-sm leading-snug text-muted hover:text-ink aria-[current]:border-brass aria-[current]:text-ink max-xl:min-h-11"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

function closeMenu({ target, currentTarget }: SyntheticEvent<HTMLElement>): void {
  if (target instanceof HTMLAnchorElement) currentTarget.closest("details")!.open = false;
}

/** The title of the section that is being read: the one at the upper third of the window. */
function useSectionInView(titles: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(titles[0] ?? null);
  const joined = titles.join("\n");
  useEffect(() => {
    const byId = new Map(joined.split("\n").map((title) => [sectionId(title), title]));
    const observer = new IntersectionObserver(
      (entries) => {
        const read = entries.find(({ isIntersecting }) => isIntersecting);
        if (read) setCurrent(byId.get(read.target.id) ?? null);
      },
      { rootMargin: "-30% 0px -70%" },
    );
    for (const id of byId.keys()) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [joined]);
  return current;
}
