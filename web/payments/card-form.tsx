import { lazy, Suspense } from "react";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { CardFormProps } from "./card-payment.ts";
import { SimulatorCardForm } from "./simulator-card-form.tsx";

// Loaded only when the real card provider is used.
const StripeCardForm = lazy(() => import("./stripe-card-form.tsx"));

/** The card form of the configured provider. */
export function CardForm(props: CardFormProps) {
  if (props.intent.provider === "simulator") return <SimulatorCardForm {...props} />;
  return (
    <Suspense fallback={<CardFormSkeleton>{props.children}</CardFormSkeleton>}>
      <StripeCardForm {...props} />
    </Suspense>
  );
}

export function CardFormSkeleton({ children }: Pick<CardFormProps, "children">) {
  return (
    <>
      <div role="status" className="space-y-5">
        <VisuallyHidden>Loading the card form</VisuallyHidden>
        <Skeleton className="h-12" />
        <Skeleton className="h-12 w-2/3" />
      </div>
      {children}
    </>
  );
}
