import { useNavigate, useSearchParams } from "react-router";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { AddProductForm } from "#web/listings/form/add-product-form.tsx";
import { hasDescribedCar, readDescribedCar } from "#web/listings/form/described-car.ts";
import { ModerationNotice } from "#web/moderation/moderation-notice.tsx";
import { useStandingActions } from "#web/moderation/use-standing-actions.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { returnPath } from "#web/identity/sessions/return-path.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { SuggestedPrice } from "#web/valuation/suggested-price.tsx";
import type { Route } from "./+types/add-product";

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta(matches, "Add a New Product");

export default function AddProductPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { suspension } = useStandingActions();
  return (
    <>
      <PageHeading title="Add a New Product" />
      <ModerationNotice />
      {user && !suspension && (
        <AddProductForm
          seller={user}
          suggestedPrice={SuggestedPrice}
          described={hasDescribedCar(search) ? readDescribedCar(search) : null}
          onAdded={() => void navigate(returnPath(search) ?? "/dashboard/myproduct")}
        />
      )}
    </>
  );
}
