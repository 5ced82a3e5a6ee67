import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import type { Receipt } from "#shared/receipts/receipt-contract.ts";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { receiptQuery, useSaveReceipt } from "#web/receipts/receipt-queries.ts";
import { ReceiptSheet } from "#web/receipts/receipt-sheet.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { Route } from "./+types/receipt";
import "#web/receipts/receipt-print.css";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Receipt");

export default function ReceiptPage({ params }: Route.ComponentProps) {
  const query = useQuery(receiptQuery(params.id));
  return (
    <>
      {query.data ? (
        <Sheet receipt={query.data} />
      ) : query.isError ? (
        <>
          <PageHeading title="Receipt" />
          <ErrorState
            title="We could not load this receipt"
            message={query.error.message}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </>
      ) : (
        <ReceiptSkeleton />
      )}
    </>
  );
}

function Sheet({ receipt }: { receipt: Receipt }) {
  const saving = useSaveReceipt();
  return (
    <>
      <PageHeading title={`Receipt ${receipt.number}`}>
        <div className="not-on-paper flex flex-wrap gap-3">
          <Button look="secondary" size="small" onClick={() => window.print()}>
            <Printer aria-hidden="true" size={18} strokeWidth={1.5} />
            Print
          </Button>
          <Button size="small" busy={saving.isPending} onClick={() => saving.mutate(receipt)}>
            {!saving.isPending && <Download aria-hidden="true" size={18} strokeWidth={1.5} />}
            <span>Download PDF</span>
          </Button>
        </div>
      </PageHeading>
      <ReceiptSheet receipt={receipt} />
    </>
  );
}

function ReceiptSkeleton() {
  return (
    <div role="status" className="max-w-3xl space-y-6">
      <VisuallyHidden>Loading the receipt</VisuallyHidden>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-9 w-1/2" />
      <Skeleton className="h-16 w-1/3" />
      <Skeleton className="h-32" />
    </div>
  );
}
