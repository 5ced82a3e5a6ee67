import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reportedFilter, type ReportedProduct } from "#shared/reports/report-contract.ts";
import { BulkBar } from "#web/ui/tables/bulk-bar.tsx";
import { Day } from "#web/ui/tables/day.tsx";
import { EmailAddress } from "#web/ui/tables/email-address.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { CarLink } from "#web/listings/card/car-link.tsx";
import { reopenReports } from "#web/moderation/moderation-queries.ts";
import { DismissedNote } from "#web/moderation/dismissed-note.tsx";
import { SuspendSeller } from "#web/moderation/suspend-seller.tsx";
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
import { Button } from "#web/ui/button.tsx";
import { isIllustration } from "#shared/listings/illustration.ts";
import { isolate } from "#shared/text/isolate.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { type Selection, useSelection } from "#web/ui/tables/use-selection.ts";
import type { Route } from "./+types/report-item";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Reported Items");

const columns: Column<ReportedProduct>[] = [
  {
    head: "Product",
    isName: true,
    sort: "name",
    cell: (product) => (
      <span className="flex items-center gap-3 max-md:flex-row-reverse">
        <CarPicture
          src={product.image}
          alt=""
          isIllustration={isIllustration(product.image)}
          isThumbnail
          className="w-20 shrink-0"
        />
        <CarLink car={product} />
      </span>
    ),
  },
  {
    head: "Seller",
    cell: (product) => (
      <>
        <span>{product.sellerName}</span>
        <span className="block text-sm text-muted">
          <EmailAddress email={product.sellerEmail} />
        </span>
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
];

const noReports = (
  <EmptyState title="No reported cars">Cars that buyers report appear here for review.</EmptyState>
);

export default function ReportedItemsPage() {
  const { reportsApiUrl } = useShop();
  const queryClient = useQueryClient();
  const list = useListState(reportedFilter);
  const selection = useSelection<ReportedProduct>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  const settlement = useSettlement(selection);
  const removal = useConfirmedRow<ReportedProduct>();

  const changed = (call: typeof dismissReports) => async (product: ReportedProduct) => {
    const { modifiedCount, message } = await call(reportsApiUrl, product._id);
    return { count: modifiedCount, message };
  };
  const actionColumn: Column<ReportedProduct> = {
    head: "Actions",
    isAction: true,
    numeric: true,
    cell: (product) => (
      <ReportActions
        product={product}
        isDismissing={settlement.isDismissing(product)}
        onDismiss={() => void settlement.dismiss(product).catch(() => undefined)}
        onRemove={() => removal.ask(product)}
        onSuspended={() => selection.unmark(({ sellerId }) => sellerId === product.sellerId)}
      />
    ),
  };

  const order = list.orderBy("-reported");

  return (
    <>
      <PageHeading title="Reported Items">
        <LinkButton to="/dashboard/reportedreviews" look="secondary" size="small">
          Reported reviews
        </LinkButton>
      </PageHeading>
      <DismissedNote product={settlement.dismissed} onUndone={settlement.clearDismissed} />
      <TableTools searches="car or seller" list={list} columns={columns} order={order} />
      <BulkBar
        selection={selection}
        things={{ one: "reported car", many: "reported cars" }}
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
      <TablePage
        title="Reported Items"
        list={list}
        query={reportedProductsQuery(reportsApiUrl, list.query)}
        columns={[...columns, actionColumn]}
        order={order}
        selection={selection}
        things="reports"
        empty={noReports}
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
    </>
  );
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

function ReportActions({
  product,
  isDismissing,
  onDismiss,
  onRemove,
  onSuspended,
}: {
  product: ReportedProduct;
  isDismissing: boolean;
  onDismiss: () => void;
  onRemove: () => void;
  onSuspended: () => void;
}) {
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {product.allowedActions.includes("dismiss") && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Dismiss the reports on ${isolate(product.name)}`}
          busy={isDismissing}
          onClick={onDismiss}
        >
          Dismiss
        </Button>
      )}
      {product.allowedActions.includes("remove") && (
        <Button
          look="quiet"
          size="small"
          aria-label={`Remove ${isolate(product.name)}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
      {product.allowedActions.includes("suspend") && (
        <SuspendSeller
          seller={{ id: product.sellerId, name: product.sellerName }}
          onSuspended={onSuspended}
        />
      )}
    </span>
  );
}

function Reporters({ reporters }: { reporters: ReportedProduct["reporters"] }) {
  return (
    <ul className="space-y-2">
      {reporters.map((reporter) => (
        <li key={`${reporter.email} ${reporter.reportedAt}`}>
          <span>{reporter.name}</span>{" "}
          <span className="block text-sm text-muted">
            <span>{`${reporter.email},`}</span> <Day at={reporter.reportedAt} />
          </span>
          {reporter.reason && <span className="block text-sm">{`“${reporter.reason}”`}</span>}
        </li>
      ))}
    </ul>
  );
}
