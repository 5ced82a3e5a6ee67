import { type ComponentType, useRef, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { formatMajor } from "#shared/money/money.ts";
import type { PhotoBody } from "#shared/listings/listing-contract.ts";
import type { Photo } from "#shared/listings/listing.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Button } from "#web/ui/button.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { UnsavedChanges } from "#web/ui/unsaved-changes.tsx";
import type { NewProduct } from "../listing-queries.ts";
import { MoreDetails } from "../details/more-details.tsx";
import type { PhotoUploads } from "../photos/photo-uploads.ts";
import { UploadNote } from "../photos/upload-note.tsx";
import { estimatedFacts, pricesOf, type ProductForm } from "./product-body.ts";
import {
  CarSection,
  ConditionSection,
  ContactSection,
  type FieldsProps,
  PhotosSection,
  PriceSection,
} from "./product-fields.tsx";
import { ProductPreview } from "./product-preview.tsx";
import { messagesOf, type ProductFormValues, useProductForm } from "./use-product-form.ts";
import type { ProductDraft } from "./offered-draft.tsx";

/** Shows a price for the parameters of an estimate, beside the price that the seller asks (null if unreadable). */
export type SuggestedPrice = ComponentType<{
  car: Record<string, string>;
  listingId: string | undefined;
  price: number | null;
}>;

type ProductFormProps = {
  seller: Pick<IdentityUser, "email" | "displayName">;
  initial: ProductForm;
  photos: readonly Photo[];
  /** What the form starts with instead, and the name that drafts of it are kept under. */
  draft: ProductDraft | null;
  draftName: string;
  submitLabel: string;
  /** A feed lists the car, so its numbers are not edited here. */
  isOfFeed?: boolean;
  /** The listing that is being changed. */
  listingId?: string;
  /** Starts the question about a resale price above the original one: "Add" or "Save". */
  verb: string;
  /** What similar cars cost, shown while the seller describes the car. */
  suggestedPrice: SuggestedPrice;
  /** What the form sends to the server. */
  bodyOf: (typed: ProductForm, photos: readonly PhotoBody[]) => NewProduct;
  /** Sends the car to the server. A returned message says why it was refused. */
  send: (body: NewProduct) => Promise<string | null>;
  /** Called when the server has the car. */
  onSent: () => void;
};

/** Form for a car. Errors show as a toast and at their field, and the input is kept. */
export function ProductFormFields({
  seller,
  initial,
  submitLabel,
  verb,
  suggestedPrice,
  isOfFeed = false,
  listingId,
  ...given
}: ProductFormProps) {
  const { currency } = useShop();
  const element = useRef<HTMLFormElement>(null);
  const { form, uploads, submitProduct, showRefused, hasChanges } = useProductForm({
    ...given,
    initial,
    currency,
    element,
    isNew: listingId === undefined,
  });
  const [prices, setPrices] = useState<Prices>({ original: 0, resale: 0 });
  const [isConfirmOpen, setConfirmOpen] = useState(false);

  async function submit(typed: ProductFormValues) {
    const { original, resale } = pricesOf(typed, currency);
    const isAsked = original !== null && resale !== null && resale > original;
    if (!isAsked || !isPriceChanged(typed, initial)) return submitProduct(typed);
    setPrices({ original, resale });
    setConfirmOpen(true);
  }

  const typedForm = form as unknown as UseFormReturn<ProductForm>;
  const errors = messagesOf(form.formState.errors);
  const fields: FieldsProps = {
    form: typedForm,
    errors,
    field: (name) => ({ error: errors[name], ...typedForm.register(name) }),
  };
  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit, showRefused)(event)}
      className="product-form mt-6 max-w-3xl gap-x-12 xl:grid xl:max-w-none xl:grid-cols-[minmax(0,1fr)_18rem]"
    >
      <Sections
        {...fields}
        currency={currency}
        uploads={uploads}
        seller={seller}
        isOfFeed={isOfFeed}
      >
        <TypedCar
          form={typedForm}
          currency={currency}
          listingId={listingId}
          shown={suggestedPrice}
        />
      </Sections>
      <Summary isSending={form.formState.isSubmitting} uploads={uploads} label={submitLabel}>
        <ProductPreview form={typedForm} uploads={uploads} seller={seller} />
      </Summary>
      <ConfirmPricesDialog
        open={isConfirmOpen}
        prices={prices}
        currency={currency}
        verb={verb}
        returnFocusTo={() => element.current?.querySelector("[name=resalePrice]") ?? null}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => {
          setConfirmOpen(false);
          void form.handleSubmit(submitProduct, showRefused)();
        }}
      />
      <UnsavedChanges hasChanges={hasChanges}>
        What you changed in this form will be lost.
      </UnsavedChanges>
    </form>
  );
}

/** All fields, in the order in which a seller describes a car. */
function Sections({
  uploads,
  currency,
  seller,
  isOfFeed,
  children: suggestion,
  ...fields
}: FieldsProps &
  Pick<ProductFormProps, "seller"> & {
    uploads: PhotoUploads;
    currency: string;
    isOfFeed: boolean;
    children: Elements;
  }) {
  return (
    <div className="space-y-10">
      <PhotosSection uploads={uploads} error={fields.errors.photos} />
      <CarSection {...fields} />
      <ConditionSection {...fields} />
      <PriceSection {...fields} currency={currency} suggestion={suggestion} />
      <ContactSection {...fields} seller={seller} />
      <MoreDetails {...fields} isOfFeed={isOfFeed} />
    </div>
  );
}

/**
 * The form's button, with the preview above it. Beside the fields, both stay in view; on narrower screens, only the
 * button does, at the bottom.
 */
function Summary({
  isSending,
  uploads,
  label,
  children,
}: {
  isSending: boolean;
  uploads: PhotoUploads;
  label: string;
  children: Elements;
}) {
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-10 border-t border-line bg-paper px-5 py-2 md:-mx-8 md:px-8 xl:top-28 xl:bottom-auto xl:mx-0 xl:mt-0 xl:self-start xl:border-0 xl:p-0">
      <div className="max-xl:hidden">{children}</div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 xl:mt-6">
        <Button type="submit" busy={isSending} className="max-sm:w-full xl:w-full">
          {label}
        </Button>
        {isSending && <UploadNote uploads={uploads} />}
      </div>
    </div>
  );
}

/** What similar cars cost. Only this part renders again while the seller types. */
function TypedCar({
  form,
  currency,
  listingId,
  shown: Shown,
}: {
  form: UseFormReturn<ProductForm>;
  currency: string;
  listingId: string | undefined;
  shown: SuggestedPrice;
}) {
  const typed = useWatch({ control: form.control }) as ProductForm;
  return (
    <Shown
      car={estimatedFacts(typed)}
      listingId={listingId}
      price={pricesOf(typed, currency).resale}
    />
  );
}

type Prices = { original: number; resale: number };

function isPriceChanged(typed: ProductForm, { originalPrice, resalePrice }: ProductForm): boolean {
  return typed.originalPrice !== originalPrice || typed.resalePrice !== resalePrice;
}

function ConfirmPricesDialog({
  prices,
  currency,
  verb,
  ...dialog
}: {
  prices: Prices;
  currency: string;
  verb: string;
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
      confirmLabel={`${verb} at ${resale}`}
      confirmLook="primary"
      keepLabel="Change the price"
    >{`The resale price is ${resale} and the original price is ${formatMajor(prices.original, currency)}. Buyers see both.`}</ConfirmDialog>
  );
}
