import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { useAddProduct } from "./listing-queries.ts";
import { emptyProduct, newProductBody } from "./product-body.ts";
import { ProductFormFields, type SuggestedPrice } from "./product-form.tsx";

type AddProductFormProps = {
  seller: Pick<IdentityUser, "email" | "displayName">;
  suggestedPrice: SuggestedPrice;
  onAdded: () => void;
};

/** Form for adding a car. */
export function AddProductForm({ seller, suggestedPrice, onAdded }: AddProductFormProps) {
  const { currency } = useShop();
  const addProduct = useAddProduct();
  return (
    <ProductFormFields
      seller={seller}
      initial={emptyProduct}
      photos={[]}
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
  );
}
