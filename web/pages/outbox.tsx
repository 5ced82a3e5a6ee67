import { useInfiniteQuery } from "@tanstack/react-query";
import { data } from "react-router";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";
import { EmailEntry } from "#web/email/email-entry.tsx";
import { outboxQuery } from "#web/email/outbox-queries.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { pageServices } from "./page-services.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Route } from "./+types/outbox";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Outbox");

/** Demo mode only: in a real shop, emails are private. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(pageServices).shop.demo) throw data(null, { status: 404 });
  return null;
}

export default function OutboxPage() {
  const query = useInfiniteQuery(outboxQuery);
  return (
    <div className="page-body">
      <div>
        <PageHeading title="Outbox" />
        <p className="mb-10 max-w-prose text-muted">
          Emails that this demo would have sent. Anyone using the demo can read them. In a real
          shop, emails go to their recipients and this page does not exist.
        </p>
        <PagedList
          query={query}
          empty={
            <EmptyState
              title="No emails yet"
              action={
                <LinkButton to="/" look="secondary">
                  Browse cars
                </LinkButton>
              }
            >
              Pay for a car to see the receipts for the buyer and the seller.
            </EmptyState>
          }
        >
          {(mails) => (
            <ul className="divide-y divide-line border-t border-b border-t-brass border-b-line">
              {mails.map((mail) => (
                <EmailEntry key={mail._id} mail={mail} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </div>
  );
}
