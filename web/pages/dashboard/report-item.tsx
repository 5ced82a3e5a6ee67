import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reportedFilter, type ReportedProduct } from "#shared/reports/report-contract.ts";
import { BulkBar } from "#web/ui/tables/bulk-bar.tsx";
import { Day } from "#web/ui/tables/day.tsx";
import { EmailAddress } from "#web/ui/tables/email-address.tsx";
import { ListTotal } from "#web/ui/tables/list-total.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import type { RowAction } from "#web/ui/tables/row-actions.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { CarLink } from "#web/listings/card/car-link.tsx";
import { reopenReports } from "#web/moderation/moderation-queries.ts";
import { DismissedNote } from "#web/moderation/dismissed-note.tsx";
import { SuspendDialog } from "#web/moderation/suspend-dialog.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { ClaimedVins } from "#web/dashboard/claimed-vins.tsx";
import { FlaggedCars } from "#web/reports/flagged-cars.tsx";
import { RemoveDialog } from "#web/reports/remove-dialog.tsx";
import {
  dismissReports,
  reportedProductsQuery,
  reportKeys,
  useSettleReports,
} from "#web/reports/report-queries.ts";
import { isolate } from "#shared/text/isolate.ts";
import { CarThumbnail } from "#web/images/car-thumbnail.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { type Selection, useSelection } from "#web/ui/tables/use-selection.ts";
import type { Route } from "./+types/report-item";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Reported Items");

const reportedCars = { one: "reported car", many: "reported cars" };

const columns: Column<ReportedProduct>[] = [
  {
    head: "Product",
    isName: true,
    sort: "name",
    picture: ({ image }) => <CarThumbnail src={image} />,
    cell: (product) => <CarLink car={product} />,
  },
  {
    head: "Seller",
    isCut: true,
    phone: "line",
    cell: (product) => (
      <>
        <span className="md:block md:truncate">{product.sellerName}</span>
        <span className="text-muted max-md:hidden">
          <EmailAddress email={product.sellerEmail} />
        </span>
      </>
    ),
  },
  {
    head: "Reported by",
    phone: "line",
    wraps: true,
    sort: "reported",
    fallsFirst: true,
    cell: (product) => <Reporters reporters={product.reporters} />,
  },
  {
    head: "Reports",
    phone: "hidden",
    isExtra: true,
    numeric: true,
    sort: "reports",
    fallsFirst: true,
    cell: (product) => product.reportCount,
  },
];

const noReports = (
  <EmptyState title="No reported cars">Cars that buyers report appear here for review.</EmptyState>
);

export default function ReportedItemsPage() {
  const { reportsApiUrl } = useShop();
  const queryClient = useQueryClient();
  const list = useListState(reportedFilter);
  const query = reportedProductsQuery(reportsApiUrl, list.query);
  const selection = useSelection<ReportedProduct>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const settlement = useSettlement(selection);
  const removal = useConfirmedRow<ReportedProduct>();
  const suspension = useConfirmedRow<{ id: string; name: string }>();

  const changed = (call: typeof dismissReports) => async (product: ReportedProduct) => {
    const { modifiedCount, message } = await call(reportsApiUrl, product._id);
    return { count: modifiedCount, message };
  };
  const order = list.orderBy("-reported");
  const actions = {
    settlement,
    askToRemove: removal.ask,
    suspend: ({ sellerId, sellerName }: ReportedProduct) =>
      suspension.ask({ id: sellerId, name: sellerName }),
  };
  return (
    <>
      <PageHeading title="Reported Items" total={<ListTotal query={query} things={reportedCars} />}>
        <LinkButton to="/dashboard/reportedreviews" look="secondary" size="small">
          Reported reviews
        </LinkButton>
      </PageHeading>
      <DismissedNote product={settlement.dismissed} onUndone={settlement.clearDismissed} />
      <TableTools searches="car or seller" list={list} columns={columns} order={order} />
      <TablePage
        title="Reported Items"
        list={list}
        query={query}
        columns={columns}
        order={order}
        actionsOf={(product) => ({ of: product.name, actions: actionsOf(product, actions) })}
        selection={selection}
        things="reports"
        empty={noReports}
      />
      <BulkBar
        selection={selection}
        things={reportedCars}
        after={() => queryClient.invalidateQueries({ queryKey: reportKeys.all })}
        actions={[
          {
            label: "Dismiss",
            done: "dismissed",
            consequence: "We tell the people who reported them what was decided.",
            change: changed(dismissReports),
            undo: { done: "reopened", change: changed(reopenReports) },
          },
        ]}
      />
      <ClaimedVins />
      <FlaggedCars />
      <RemoveDialog
        open={removal.open}
        product={removal.row}
        busy={settlement.isPending}
        onClose={removal.close}
        onConfirm={(reason) => removal.confirm((product) => settlement.remove(product, reason))}
      />
      <SuspendDialog
        suspension={suspension}
        onSuspended={({ id }) => selection.unmark(({ sellerId }) => sellerId === id)}
      />
    </>
  );
}

/** What an admin can do with a reported car. */
function actionsOf(
  product: ReportedProduct,
  {
    settlement,
    askToRemove,
    suspend,
  }: Record<"askToRemove" | "suspend", (product: ReportedProduct) => void> & {
    settlement: ReturnType<typeof useSettlement>;
  },
): RowAction[] {
  const { name, sellerName, allowedActions } = product;
  const actions: (RowAction | false)[] = [
    allowedActions.includes("dismiss") && {
      label: "Dismiss",
      name: `Dismiss the reports on ${isolate(name)}`,
      place: "row",
      busy: settlement.isDismissing(product),
      run: () => void settlement.dismiss(product).catch(() => undefined),
    },
    allowedActions.includes("remove") && { label: "Remove", run: () => askToRemove(product) },
    allowedActions.includes("suspend") && {
      label: "Suspend seller",
      name: `Suspend ${isolate(sellerName)}`,
      look: "danger",
      run: () => suspend(product),
    },
  ];
  return actions.filter((action) => action !== false);
}

/** Dismisses reports or removes the reported car. */
function useSettlement(selection: Selection<ReportedProduct>) {
  const settle = useSettleReports();
  const [dismissed, setDismissed] = useState<ReportedProduct | null>(null);

  async function settleAs(
    decision: { action: "dismiss" } | { action: "remove"; reason: string },
    { _id, name }: ReportedProduct,
  ): Promise<boolean> {
    const { modifiedCount, message } = await settle.mutateAsync({ productId: _id, ...decision });
    const done =
      decision.action === "dismiss"
        ? `Reports on ${isolate(name)} dismissed`
        : `${isolate(name)} removed from the shop`;
    const isDone = announceOutcome(modifiedCount, message, done);
    if (isDone) selection.unmark((marked) => marked._id === _id);
    return isDone;
  }

  return {
    /** The last car whose reports were dismissed, until that is undone. */
    dismissed,
    clearDismissed: () => setDismissed(null),
    isPending: settle.isPending,
    isDismissing: ({ _id }: ReportedProduct) =>
      settle.isPending &&
      settle.variables.productId === _id &&
      settle.variables.action === "dismiss",
    async dismiss(product: ReportedProduct) {
      if (await settleAs({ action: "dismiss" }, product)) setDismissed(product);
    },
    async remove(product: ReportedProduct, reason: string) {
      await settleAs({ action: "remove", reason }, product);
    },
  };
}

function Reporters({ reporters }: { reporters: ReportedProduct["reporters"] }) {
  return (
    <ul className="min-w-32 space-y-1">
      {reporters.map((reporter) => (
        <li key={`${reporter.email} ${reporter.reportedAt}`}>
          <span title={reporter.email}>{`${reporter.name},`}</span>{" "}
          <span className="text-muted">
            <Day at={reporter.reportedAt} />
          </span>
          {reporter.reason && <span className="block text-sm">{`“${reporter.reason}”`}</span>}
        </li>
      ))}
    </ul>
  );
}
