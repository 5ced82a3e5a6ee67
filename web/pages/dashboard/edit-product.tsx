import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { AppError } from "#shared/errors/app-error.ts";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { EditProductForm } from "#web/listings/form/edit-product-form.tsx";
import { ownProductQuery } from "#web/listings/listing-queries.ts";
import { VinClaimNote } from "#web/listings/details/vin-claim-note.tsx";
import { useStandingActions } from "#web/moderation/use-standing-actions.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { SuggestedPrice } from "#web/valuation/suggested-price.tsx";
import type { Route } from "./+types/edit-product";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Edit car");

export default function EditProductPage({ params }: Route.ComponentProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const query = useQuery({ ...ownProductQuery(params.id), refetchOnWindowFocus: false });
  return (
    <>
      <PageHeading title={query.data ? `Edit ${query.data.name}` : "Edit car"} />
      {query.isPending && <Loading label="Loading the car" />}
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <VinClaimNote status={query.data.vinClaim} />}
      {query.data && user && (
        <Form
          product={query.data}
          seller={user}
          suggestedPrice={SuggestedPrice}
          onSaved={() => void navigate("/dashboard/myproduct")}
        />
      )}
    </>
  );
}

function Form(form: Parameters<typeof EditProductForm>[0]) {
  if (form.product.allowedActions.includes("edit")) return <EditProductForm {...form} />;
  return <NotEditable product={form.product} />;
}

/** Why a car cannot be edited, and what to do about it. */
function whyNotEditable(status: OwnProduct["status"], isSuspended: boolean): [string, string?] {
  if (status === "sold") return ["This car can no longer be edited"];
  if (isSuspended)
    return [
      "You can't edit cars while you are suspended",
      "Your welcome page says why and how to appeal.",
    ];
  if (status === "reserved")
    return ["A buyer has reserved this car", "You can edit it when the reservation ends."];
  if (status === "off_sale")
    return [
      "This car is off sale",
      "Put it on sale to edit it: choose it on My Products, under the status Off sale.",
    ];
  return ["This car can no longer be edited"];
}

function NotEditable({ product }: { product: OwnProduct }) {
  const { isLoaded, suspension } = useStandingActions();
  if (!isLoaded) return <Loading label="Loading the car" />;
  const [title, advice] = whyNotEditable(product.status, suspension !== undefined);
  return (
    <EmptyState
      title={title}
      action={
        <LinkButton to="/dashboard/myproduct" look="secondary">
          Back to My Products
        </LinkButton>
      }
    >
      {advice}
    </EmptyState>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isUnknown = error instanceof AppError && error.status === 404;
  if (!isUnknown)
    return (
      <ErrorState title="We could not load this car" message={error.message} onRetry={onRetry} />
    );
  return (
    <EmptyState
      title="This car is not among your cars"
      action={
        <LinkButton to="/dashboard/myproduct" look="secondary">
          Back to My Products
        </LinkButton>
      }
    />
  );
}
