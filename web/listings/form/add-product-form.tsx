import { useState } from "react";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { useAddProduct } from "../listing-queries.ts";
import { emptyProduct, newProductBody } from "./product-body.ts";
import { ProductFormFields, type SuggestedPrice } from "./product-form.tsx";
import type { Photo } from "#shared/listings/listing.ts";
import type { DescribedCar } from "./described-car.ts";
import { OfferedDraft, type ProductDraft } from "./offered-draft.tsx";

type AddProductFormProps = {
  seller: Pick<IdentityUser, "email" | "displayName">;
  suggestedPrice: SuggestedPrice;
  /** What the seller typed before the form; null if nothing. */
  described: DescribedCar | null;
  onAdded: () => void;
};

const draftName = "new-car";
const noPhotos: readonly Photo[] = [];

/** Form for adding a car. */
export function AddProductForm({
  seller,
  suggestedPrice,
  described,
  onAdded,
}: AddProductFormProps) {
  const { currency } = useShop();
  const addProduct = useAddProduct();
  // A draft, so that it is kept like what is typed here.
  const [started] = useState<ProductDraft | null>(
    described && { typed: described, photos: noPhotos, unsent: 0 },
  );
  return (
    <OfferedDraft
      name={draftName}
      question="Continue with the car you were adding?"
      startOver="Delete it and start over"
    >
      {(draft) => (
        <ProductFormFields
          seller={seller}
          initial={emptyProduct}
          photos={noPhotos}
          draft={draft ?? started}
          draftName={draftName}
          submitLabel="Add product"
          verb="Add"
          suggestedPrice={suggestedPrice}
          bodyOf={(typed, photos) => newProductBody(typed, seller, photos, currency)}
          send={async (body) => {
            const { acknowledged, message = "" } = await addProduct.mutateAsync(body);
            if (!acknowledged) return message;
            toast.success("Product Add Successful");
            return null;
          }}
          onSent={onAdded}
        />
      )}
    </OfferedDraft>
  );
}
