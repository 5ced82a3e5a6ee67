import { useRef, useState } from "react";
import { type FieldErrors, useForm } from "react-hook-form";
import { AppError } from "#shared/errors/app-error.ts";
import { formatMajor } from "#shared/money/money.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";
import { refuseImage, uploadImage } from "#web/images/upload-image.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { AddProductFactFields, AddProductFields } from "./add-product-fields.tsx";
import { useAddProduct } from "./listing-queries.ts";
import { emptyProduct, newProductBody, pricesOf, type ProductForm } from "./new-product-body.ts";

type AddProductFormProps = {
  seller: Pick<IdentityUser, "email" | "displayName">;
  onAdded: () => void;
};

const fieldNames = Object.keys(emptyProduct) as (keyof ProductForm)[];

/** Form for adding a car. Errors show as a toast and at their field, and the input is kept. */
export function AddProductForm({ seller, onAdded }: AddProductFormProps) {
  const { imageHost, currency } = useShop();
  const addProduct = useAddProduct();
  const signal = useUnmountSignal();
  const form = useForm<ProductForm>({ defaultValues: emptyProduct });
  const { errors, isSubmitting } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const [prices, setPrices] = useState({ original: 0, resale: 0 });
  const [isAsking, setAsking] = useState(false);
  // Reuse the uploaded picture if the server rejected other fields.
  const uploaded = useRef<{ file: File; url: string } | null>(null);

  async function submit(typed: ProductForm) {
    const { original, resale } = pricesOf(typed, currency);
    if (original === null || resale === null || resale <= original) return send(typed);
    setPrices({ original, resale });
    setAsking(true);
  }

  async function send(typed: ProductForm) {
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
      showAtFields((error instanceof AppError && error.fields) || {});
    }
  }

  function showAtFields({ categoryId, ...fields }: Record<string, string>) {
    const messages: Record<string, string> = {
      ...(categoryId && { category: categoryId }),
      ...fields,
    };
    const refused = fieldNames.filter((name) => messages[name]);
    for (const name of refused) form.setError(name, { message: messages[name] });
    if (refused[0]) form.setFocus(refused[0]);
  }

  async function uploadOnce(files: FileList | null): Promise<string> {
    const file = files?.[0];
    if (!file) return "";
    if (uploaded.current?.file === file) return uploaded.current.url;
    const broken = refuseImage(file);
    if (broken)
      throw new AppError("image_unreadable", { message: broken, fields: { image: broken } });
    const url = await uploadImage(imageHost, file, { signal: signal() });
    uploaded.current = { file, url };
    return url;
  }

  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
      className="max-w-3xl space-y-10"
    >
      <AddProductFields
        form={form}
        seller={seller}
        errors={messagesOf(errors)}
        currency={currency}
      />
      <AddProductFactFields form={form} errors={messagesOf(errors)} />
      <Button type="submit" busy={isSubmitting}>
        Add product
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="The resale price is higher than the original price"
        confirmLabel={`Add at ${formatMajor(prices.resale, currency)}`}
        confirmLook="primary"
        keepLabel="Change the price"
        returnFocusTo={() => element.current?.querySelector("[name=resalePrice]") ?? null}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void form.handleSubmit(send)();
        }}
      >
        The resale price is {formatMajor(prices.resale, currency)} and the original price is{" "}
        {formatMajor(prices.original, currency)}. Buyers see both.
      </ConfirmDialog>
    </form>
  );
}

function messagesOf(errors: FieldErrors<ProductForm>): Record<string, string | undefined> {
  return Object.fromEntries(fieldNames.map((name) => [name, errors[name]?.message]));
}
