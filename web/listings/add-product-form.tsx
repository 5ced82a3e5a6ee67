import { useRef, useState } from "react";
import { type FieldErrors, useForm, type UseFormReturn } from "react-hook-form";
import { AppError } from "#shared/errors/app-error.ts";
import { formatMajor } from "#shared/money/money.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";
import { refuseImage, uploadImage } from "#web/images/upload-image.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import {
  AddProductCarFields,
  AddProductDetailFields,
  AddProductSellerFields,
} from "./add-product-fields.tsx";
import { useAddProduct } from "./listing-queries.ts";
import { emptyProduct, newProductBody, pricesOf, type ProductForm } from "./new-product-body.ts";

type AddProductFormProps = {
  seller: Pick<IdentityUser, "email" | "displayName">;
  onAdded: () => void;
};

const fieldNames = Object.keys(emptyProduct) as (keyof ProductForm)[];

/** Form for adding a car. Errors show as a toast and at their field, and the input is kept. */
export function AddProductForm({ seller, onAdded }: AddProductFormProps) {
  const { currency } = useShop();
  const form = useForm<ProductForm>({ defaultValues: emptyProduct });
  const add = useSubmitProduct({ form, seller, onAdded });
  const element = useRef<HTMLFormElement>(null);
  const [prices, setPrices] = useState<Prices>({ original: 0, resale: 0 });
  const [isConfirmOpen, setConfirmOpen] = useState(false);

  async function submit(typed: ProductForm) {
    const { original, resale } = pricesOf(typed, currency);
    if (original === null || resale === null || resale <= original) return add(typed);
    setPrices({ original, resale });
    setConfirmOpen(true);
  }

  const fields = { form, errors: messagesOf(form.formState.errors) };
  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
      className="max-w-3xl space-y-10"
    >
      <AddProductCarFields {...fields} currency={currency} />
      <AddProductSellerFields {...fields} seller={seller} />
      <AddProductDetailFields {...fields} />
      <Button type="submit" busy={form.formState.isSubmitting}>
        Add product
      </Button>
      <ConfirmPricesDialog
        open={isConfirmOpen}
        prices={prices}
        currency={currency}
        returnFocusTo={() => element.current?.querySelector("[name=resalePrice]") ?? null}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => {
          setConfirmOpen(false);
          void form.handleSubmit(add)();
        }}
      />
    </form>
  );
}

type Prices = { original: number; resale: number };

function ConfirmPricesDialog({
  prices,
  currency,
  ...dialog
}: {
  prices: Prices;
  currency: string;
  open: boolean;
  returnFocusTo: () => HTMLElement | null;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const resale = formatMajor(prices.resale, currency);
  return (
    <ConfirmDialog
      {...dialog}
      title="The resale price is higher than the original price"
      confirmLabel={`Add at ${resale}`}
      confirmLook="primary"
      keepLabel="Change the price"
    >
      The resale price is {resale} and the original price is{" "}
      {formatMajor(prices.original, currency)}. Buyers see both.
    </ConfirmDialog>
  );
}

/** Uploads the picture and adds the car. Shows an error as a toast and at its field. */
function useSubmitProduct({
  form,
  seller,
  onAdded,
}: AddProductFormProps & { form: UseFormReturn<ProductForm> }) {
  const { currency } = useShop();
  const addProduct = useAddProduct();
  const signal = useUnmountSignal();
  const uploadOnce = useUploadOnce(signal);

  return async function submitProduct(typed: ProductForm) {
    try {
      const image = await uploadOnce(typed.image);
      signal().throwIfAborted();
      const answer = await addProduct.mutateAsync(newProductBody(typed, seller, image, currency));
      if (!answer.acknowledged) throw new AppError("conflict", { message: answer.message });
      toast.success("Product Add Successful");
      onAdded();
    } catch (error) {
      // The seller left the page during the upload, so don't add the car.
      if (signal().aborted) return;
      toast.error(
        error instanceof Error ? error.message : "We could not add the car. Please try again.",
      );
      showAtFields(form, (error instanceof AppError && error.fields) || {});
    }
  };
}

function showAtFields(
  form: UseFormReturn<ProductForm>,
  { categoryId, ...fields }: Record<string, string>,
) {
  const messages: Record<string, string> = {
    ...(categoryId && { category: categoryId }),
    ...fields,
  };
  const refused = fieldNames.filter((name) => messages[name]);
  for (const name of refused) form.setError(name, { message: messages[name] });
  if (refused[0]) form.setFocus(refused[0]);
}

/** Uploads a picture and reuses it if the server rejects other fields. */
function useUploadOnce(signal: () => AbortSignal) {
  const { imageHost } = useShop();
  const uploaded = useRef<{ file: File; url: string } | null>(null);

  return async function uploadOnce(files: FileList | null): Promise<string> {
    const file = files?.[0];
    if (!file) return "";
    if (uploaded.current?.file === file) return uploaded.current.url;
    const broken = refuseImage(file);
    if (broken)
      throw new AppError("image_unreadable", { message: broken, fields: { image: broken } });
    const url = await uploadImage(imageHost, file, { signal: signal() });
    uploaded.current = { file, url };
    return url;
  };
}

function messagesOf(errors: FieldErrors<ProductForm>): Record<string, string | undefined> {
  return Object.fromEntries(fieldNames.map((name) => [name, errors[name]?.message]));
}
