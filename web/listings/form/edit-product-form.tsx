import type { OwnListingDetail } from "#shared/listings/listing-detail.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { useChangeProduct } from "../listing-queries.ts";
import { changedProductBody, productFormOf } from "./product-body.ts";
import { ProductFormFields, type SuggestedPrice } from "./product-form.tsx";
import { OfferedDraft } from "./offered-draft.tsx";

type EditProductFormProps = {
  product: OwnListingDetail;
  seller: Pick<IdentityUser, "email" | "displayName">;
  suggestedPrice: SuggestedPrice;
  onSaved: () => void;
};

/** Form for changing a car. Sends only what was changed. */
export function EditProductForm({
  product,
  seller,
  suggestedPrice,
  onSaved,
}: EditProductFormProps) {
  const changeProduct = useChangeProduct(product._id);
  const draftName = `car-${product._id}`;
  return (
    <OfferedDraft name={draftName} question="Continue with your changes?" startOver="Delete them">
      {(draft) => (
        <ProductFormFields
          seller={seller}
          initial={productFormOf(product)}
          photos={product.photos}
          draft={draft}
          draftName={draftName}
          isOfFeed={product.isOfFeed}
          listingId={product._id}
          submitLabel="Save changes"
          verb="Save"
          suggestedPrice={suggestedPrice}
          bodyOf={(typed, photos) => changedProductBody(product, typed, seller, photos)}
          send={async (body) => {
            if (Object.keys(body).length > 0) {
              const { modifiedCount, message = "" } = await changeProduct.mutateAsync(body);
              if (modifiedCount === 0) return message;
            }
            toast.success("Changes saved");
            return null;
          }}
          onSent={onSaved}
        />
      )}
    </OfferedDraft>
  );
}
