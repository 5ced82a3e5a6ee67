import { useQuery } from "@tanstack/react-query";
import { matchPath, Link } from "react-router";
import type { Role } from "#shared/accounts/account.ts";
import { feedQuery } from "#web/feeds/feed-queries.ts";
import { crumbsOf, type Crumb } from "./dashboard-pages.ts";

/** Links to the pages above this one. The line is there on every page, so that all headings start at one height. */
export function Breadcrumbs({ role, pathname }: { role: Role; pathname: string }) {
  const crumbs = crumbsOf(role, pathname);
  if (crumbs.length === 0) return <div className="h-8 md:h-6" />;
  return (
    <nav aria-label="Breadcrumbs" className="not-on-paper min-h-8 text-sm md:min-h-6 text-muted">
      <ol className="-ms-1 flex flex-wrap">
        {crumbs.map((crumb) => (
          <li
            key={crumb.path}
            className="flex items-center after:px-0.5 after:content-['/'] last:after:content-none"
          >
            <Link
              to={crumb.path}
              className="inline-flex min-h-8 items-center px-1 md:min-h-6 transition-colors hover:text-ink"
            >
              <CrumbName crumb={crumb} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbName({ crumb }: { crumb: Crumb }) {
  const feed = matchPath("/dashboard/feeds/:id", crumb.path)?.params.id;
  return feed === undefined ? <span>{crumb.title}</span> : <FeedName id={feed} />;
}

/** The name that the page has read. */
function FeedName({ id }: { id: string }) {
  const { data } = useQuery({ ...feedQuery(id), enabled: false });
  return <span>{data?.name ?? "Feed"}</span>;
}
