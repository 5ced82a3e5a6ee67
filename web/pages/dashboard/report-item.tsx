import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReportedProduct } from "#shared/reports/report-contract.ts";
import { Day } from "#web/dashboard/day.tsx";
import { PagedList } from "#web/dashboard/paged-list.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { useConfirmedRow } from "#web/dashboard/use-confirmed-row.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useShop } from "#web/platform/root-data.ts";
import { RemoveDialog } from "#web/reports/remove-dialog.tsx";
import { reportedProductsQuery, useSettleReports } from "#web/reports/report-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { CarPicture } from "#web/ui/car-picture.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/report-item";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Reported Items");

export default function ReportedItemsPage() {
  const query = useInfiniteQuery(reportedProductsQuery(useShop().reportsApiUrl));
  const settle = useSettleReports();
  const asked = useConfirmedRow<ReportedProduct>();

  async function settleAs(
    how: { action: "dismiss" } | { action: "remove"; reason: string },
    { _id, name }: ReportedProduct,
  ) {
    const { modifiedCount, message } = await settle.mutateAsync({ productId: _id, ...how });
    announceOutcome(
      modifiedCount,
      message,
      how.action === "dismiss" ? `Reports of ${name} dismissed` : `${name} removed from the shop`,
    );
  }
  const isBusy = (id: string, action: string) =>
    settle.isPending && settle.variables.productId === id && settle.variables.action === action;

  const columns: Column<ReportedProduct>[] = [
    {
      head: "Product",
      isName: true,
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
    { head: "Reported by", cell: (product) => <Reporters reporters={product.reporters} /> },
    { head: "Reports", numeric: true, cell: (product) => product.reportCount },
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
              aria-label={`Dismiss the reports of ${product.name}`}
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
        </span>
      ),
    },
  ];

  return (
    <>
      <PageHeading title="Reported Items" />
      <PagedList
        query={query}
        empty={
          <EmptyState title="Nothing is reported">
            Cars that buyers report appear here, to be dismissed or removed.
          </EmptyState>
        }
      >
        {(products) => (
          <Table
            caption="Reported Items"
            columns={columns}
            rows={products}
            rowKey={(product) => product._id}
          />
        )}
      </PagedList>
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
