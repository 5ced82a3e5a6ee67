import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import type { WebhookDelivery, WebhookType } from "#shared/webhooks/webhook-contract.ts";
import { Day } from "#web/ui/tables/day.tsx";
import { ListStates } from "#web/ui/tables/list-states.tsx";
import { StockTabs } from "#web/dashboard/stock-tabs.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Moment } from "#web/ui/moment.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { EndpointSection } from "#web/webhooks/endpoint-section.tsx";
import { deliveriesQuery, useResendWebhook, webhookQuery } from "#web/webhooks/webhook-queries.ts";
import type { Route } from "./+types/webhooks";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Webhooks");

const typeWords: Record<WebhookType, string> = {
  "booking.created": "Car reserved",
  "booking.canceled": "Reservation ended",
  "booking.paid": "Car sold",
  "booking.refunded": "Sale refunded",
};

const columns: Column<WebhookDelivery>[] = [
  {
    head: "Event",
    isName: true,
    cell: (delivery) => (
      <>
        <span>{typeWords[delivery.type]}</span>
        <span className="block text-sm font-normal text-muted">{delivery.productName}</span>
      </>
    ),
  },
  { head: "At", cell: (delivery) => <Day at={delivery.createdAt} /> },
  { head: "Attempts", numeric: true, cell: (delivery) => delivery.attempts },
  { head: "Status", cell: (delivery) => <DeliveryState delivery={delivery} /> },
  {
    head: "Resend",
    isAction: true,
    numeric: true,
    cell: (delivery) => <Resend delivery={delivery} />,
  },
];

/** The seller's webhook: its URL, its secret, and what was sent. */
export default function WebhooksPage() {
  const webhook = useQuery(webhookQuery);
  const list = useListState(z.object({}));
  return (
    <>
      <PageHeading title="Webhooks">
        <StockTabs />
      </PageHeading>
      <p className="mb-6 max-w-2xl text-muted">
        We tell your own system when a car of yours is reserved, sold or refunded, or when a
        reservation ends. Each webhook is signed and repeated until your system accepts it.
      </p>
      <ListStates query={webhook} count={webhook.data && 1} empty={null}>
        {webhook.data && <EndpointSection endpoint={webhook.data.endpoint} />}
      </ListStates>
      {webhook.data?.endpoint && (
        <section aria-labelledby="deliveries" className="mt-12">
          <h2 id="deliveries" className="display mb-4 text-2xl">
            Deliveries
          </h2>
          <TablePage
            title="Deliveries"
            list={list}
            query={deliveriesQuery(list.query)}
            columns={columns}
            things="deliveries"
            empty={
              <EmptyState title="Nothing was sent yet">
                The next reservation of one of your cars appears here.
              </EmptyState>
            }
          />
        </section>
      )}
    </>
  );
}

function DeliveryState({ delivery }: { delivery: WebhookDelivery }) {
  const { state, lastError, nextAttemptAt } = delivery;
  if (state === "delivered") return <Badge tone="good">Delivered</Badge>;
  return (
    <>
      <Badge tone={state === "failed" ? "brass" : "neutral"}>
        {state === "failed" ? "Failed" : "Waiting"}
      </Badge>
      {lastError && (
        <span className="mt-1 block text-sm text-muted">{`Your system ${lastError}`}</span>
      )}
      {lastError && nextAttemptAt && (
        <span className="block text-sm text-muted">
          Next attempt <Moment at={nextAttemptAt} />
        </span>
      )}
    </>
  );
}

function Resend({ delivery: { _id, type, productName } }: { delivery: WebhookDelivery }) {
  const resend = useResendWebhook();

  async function send() {
    const { modifiedCount, message } = await resend.mutateAsync(_id);
    announceOutcome(modifiedCount, message, "It is sent in a moment");
  }

  return (
    <Button
      look="quiet"
      size="small"
      busy={resend.isPending}
      aria-label={`Resend: ${typeWords[type]}, ${productName}`}
      onClick={() => void send().catch(() => undefined)}
    >
      Resend
    </Button>
  );
}
