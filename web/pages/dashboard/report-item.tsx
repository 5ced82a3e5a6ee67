import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reportedFilter, type ReportedProduct } from "#shared/reports/report-contract.ts";
import { BulkBar } from "#web/dashboard/bulk-bar.tsx";
import { Day } from "#web/dashboard/day.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { TablePage } from "#web/dashboard/table-page.tsx";
import { TableTools } from "#web/dashboard/table-tools.tsx";
import { useConfirmedRow } from "#web/dashboard/use-confirmed-row.ts";
import { reopenReports } from "#web/moderation/moderation-queries.ts";
import { DismissedNote } from "#web/moderation/dismissed-note.tsx";
import { SuspendSeller } from "#web/moderation/suspend-seller.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { RemoveDialog } from "#web/reports/remove-dialog.tsx";
import {
  dismissReports,
  reportedProductsQuery,
  reportKeys,
  useSettleReports,
} from "#web/reports/report-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { CarPicture } from "#web/images/car-picture.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/table-columns.ts";
import { Table } from "#web/ui/table.tsx";
import { useSelection } from "#web/ui/use-selection.ts";
import type { Route } from "./+types/report-item";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Reported Items");

export default function ReportedItemsPage() {
  const { reportsApiUrl } = useShop();
  const queryClient = useQueryClient();
  const list = useListState(reportedFilter);
  const selection = useSelection<ReportedProduct>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const settle = useSettleReports();
  const asked = useConfirmedRow<ReportedProduct>();
  const [dismissed, setDismissed] = useState<ReportedProduct | null>(null);

  async function settleAs(
    how: { action: "dismiss" } | { action: "remove"; reason: string },
    product: ReportedProduct,
  ) {
    const { _id, name } = product;
    const { modifiedCount, message } = await settle.mutateAsync({ productId: _id, ...how });
    const isDismissal = how.action === "dismiss";
    const done = isDismissal ? `Reports on ${name} dismissed` : `${name} removed from the shop`;
    const isDone = announceOutcome(modifiedCount, message, done);
    if (!isDone) return;
    selection.unmark((marked) => marked._id === _id);
    if (isDismissal) setDismissed(product);
  }
  const changing = (call: typeof dismissReports) => async (product: ReportedProduct) => {
    const { modifiedCount, message } = await call(reportsApiUrl, product._id);
    return { count: modifiedCount, message };
  };
  const isBusy = (id: string, action: string) =>
    settle.isPending && settle.variables.productId === id && settle.variables.action === action;

  const columns: Column<ReportedProduct>[] = [
    {
      head: "Product",
      isName: true,
      sort: "name",
      cell: (product) => (
        <span className="flex items-center gap-3 max-md:flex-row-reverse">
          <CarPicture src={product.image} alt="" sizes="5rem" className="w-20 shrink-0" />
          {product.name}
        </span>
      ),
    },
    {
      head: "Seller",
      cell: (product) => (
        <>
          {product.sellerName}
          <span className="block text-sm text-muted">{product.sellerEmail}</span>
        </>
      ),
    },
    {
      head: "Reported by",
      sort: "reported",
      fallsFirst: true,
      cell: (product) => <Reporters reporters={product.reporters} />,
    },
    {
      head: "Reports",
      numeric: true,
      sort: "reports",
      fallsFirst: true,
      cell: (product) => product.reportCount,
    },
    {
      head: "Actions",
      isAction: true,
      numeric: true,
      cell: (product) => (
        <span className="flex flex-wrap justify-end gap-2">
          {product.allowedActions.includes("dismiss") && (
            <Button
              look="secondary"
              size="small"
              aria-label={`Dismiss the reports on ${product.name}`}
              busy={isBusy(product._id, "dismiss")}
              onClick={() => void settleAs({ action: "dismiss" }, product).catch(() => undefined)}
            >
              Dismiss
            </Button>
          )}
          {product.allowedActions.includes("remove") && (
            <Button
              look="quiet"
              size="small"
              aria-label={`Remove ${product.name}`}
              onClick={() => asked.ask(product)}
            >
              Remove
            </Button>
          )}
          {product.allowedActions.includes("suspend") && (
            <SuspendSeller
              seller={{ id: product.sellerId, name: product.sellerName }}
              onSuspended={() => selection.unmark(({ sellerId }) => sellerId === product.sellerId)}
            />
          )}
        </span>
      ),
    },
  ];

  const order = {
    sort: list.filter.sort ?? "-reported",
    choose: (sort: string) => list.choose({ sort }),
  };

  return (
    <>
      <PageHeading title="Reported Items" />
      <DismissedNote product={dismissed} onUndone={() => setDismissed(null)} />
      <TableTools searches="car or seller" list={list} columns={columns} order={order} />
      <BulkBar
        selection={selection}
        things={{ one: "reported car", many: "reported cars" }}
        after={() => queryClient.invalidateQueries({ queryKey: reportKeys.all })}
        acts={[
          {
            label: "Dismiss",
            done: "dismissed",
            consequence: "We tell the people who reported them what was decided.",
            act: changing(dismissReports),
            undo: { done: "reopened", act: changing(reopenReports) },
          },
        ]}
      />
      <TablePage
        list={list}
        query={reportedProductsQuery(reportsApiUrl, list.query)}
        things="reports"
        empty={
          <EmptyState title="No reported cars">
            Cars that buyers report appear here for review.
          </EmptyState>
        }
      >
        {(products) => (
          <Table
            caption="Reported Items"
            columns={columns}
            rows={products}
            rowKey={(product) => product._id}
            order={order}
            selection={selection}
          />
        )}
      </TablePage>
      <RemoveDialog
        open={asked.open}
        product={asked.row}
        busy={settle.isPending}
        onClose={asked.close}
        onConfirm={(reason) =>
          asked.confirm((product) => settleAs({ action: "remove", reason }, product))
        }
      />
    </>
  );
}

function Reporters({ reporters }: { reporters: ReportedProduct["reporters"] }) {
  return (
    <ul className="space-y-2">
      {reporters.map((reporter) => (
        <li key={`${reporter.email} ${reporter.reportedAt}`}>
          {reporter.name}{" "}
          <span className="block text-sm text-muted">
            {reporter.email}, <Day at={reporter.reportedAt} />
          </span>
          {reporter.reason && <span className="block text-sm">“{reporter.reason}”</span>}
        </li>
      ))}
    </ul>
  );
}
