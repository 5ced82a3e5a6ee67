import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { type FieldErrors, useForm, type UseFormReturn } from "react-hook-form";
import { AppError } from "#shared/errors/app-error.ts";
import type { PhotoBody } from "#shared/listings/listing-contract.ts";
import type { Photo } from "#shared/listings/listing.ts";
import { toast } from "#web/platform/toast.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";
import type { NewProduct } from "../listing-queries.ts";
import { usePhotoUploads } from "../photos/use-photo-uploads.ts";
import { emptyProduct, type ProductForm } from "./product-body.ts";
import { productRefusals } from "./product-refusals.ts";
import { useDraftKeeper } from "#web/platform/use-draft.ts";
import type { ProductDraft } from "./offered-draft.tsx";
import type { FormPhoto } from "../photos/photo-uploads.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";

export type ProductFormValues = ProductForm & { photos: string };

const fieldNames = [...Object.keys(emptyProduct), "photos"] as (keyof ProductFormValues)[];

type Given = {
  initial: ProductForm;
  photos: readonly Photo[];
  draft: ProductDraft | null;
  draftName: string;
  currency: string;
  isNew: boolean;
  element: RefObject<HTMLFormElement | null>;
  bodyOf: (typed: ProductForm, photos: readonly PhotoBody[]) => NewProduct;
  send: (body: NewProduct) => Promise<string | null>;
  onSent: () => void;
};

/** The state of a car's form, and how it is checked and sent. Errors show at their fields, and the input is kept. */
export function useProductForm({
  initial,
  photos,
  draft,
  draftName,
  currency,
  isNew,
  element,
  ...sending
}: Given) {
  const { bodyOf, send, onSent } = sending;
  const form = useForm<ProductFormValues>({
    defaultValues: { ...initial, photos: "" },
    shouldFocusError: false,
    async resolver(values) {
      const { photos: _, ...typed } = values;
      const body = bodyOf(typed, photos);
      const refused = byField(await productRefusals({ typed, body, currency, isNew }));
      const errors = Object.entries(refused).map(([name, message]) => [
        name,
        { type: "refused", message },
      ]);
      return errors.length > 0
        ? { values: {}, errors: Object.fromEntries(errors) as FieldErrors<ProductFormValues> }
        : { values, errors: {} };
    },
  });
  const signal = useUnmountSignal();
  const uploads = usePhotoUploads(photos, draft?.photos, signal);
  const isSent = useRef(false);
  // Read here, because the form only then follows it.
  const { isDirty } = form.formState;
  const hasChanges = () => !isSent.current && (isDirty || uploads.isChanged());
  useProductDraft({ form, initial, draft, draftName }, () =>
    hasChanges() ? uploads.read() : null,
  );

  /** Shows all errors, and moves the focus to the first of them. */
  function showAtFields(refused: Record<string, string | undefined>) {
    const messages = byField(refused);
    // At once, because a field in a folded part can only be focused when its error has unfolded it.
    flushSync(() => {
      for (const name of fieldNames) {
        const message = messages[name];
        if (message) form.setError(name, { message });
      }
    });
    element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }

  /** Waits for the uploads and sends the car. Shows an error as a toast and at its field. */
  async function submitProduct({ photos: _, ...typed }: ProductFormValues) {
    try {
      const uploaded = await uploads.finish();
      signal().throwIfAborted();
      const refusal = await send(bodyOf(typed, uploaded));
      if (refusal !== null) throw new AppError("conflict", { message: refusal });
      isSent.current = true;
      onSent();
    } catch (error) {
      // The seller left the page during the upload, so don't send the car.
      if (signal().aborted) return;
      toast.error(errorMessage(error, "We could not save the car. Please try again."));
      showAtFields((error instanceof AppError && error.fields) || {});
    }
  }

  return {
    form,
    uploads,
    submitProduct,
    showRefused: (errors: FieldErrors<ProductFormValues>) => showAtFields(messagesOf(errors)),
    hasChanges,
  };
}

type FormOf = { form: UseFormReturn<ProductFormValues> };

/** Fills in the draft when the form opens, and keeps a new one. `changedPhotos` is null if nothing was changed. */
function useProductDraft(
  { form, initial, draft, draftName }: Pick<Given, "initial" | "draft" | "draftName"> & FormOf,
  changedPhotos: () => readonly FormPhoto[] | null,
) {
  const opened = useRef({ initial, draft });
  const { reset, getValues } = form;
  useEffect(() => {
    const { initial, draft } = opened.current;
    if (draft) reset({ ...initial, ...draft.typed, photos: "" }, { keepDefaultValues: true });
  }, [reset]);
  const read = () => {
    const photos = changedPhotos();
    return photos && draftOf(getValues(), initial, photos);
  };
  useDraftKeeper(draftName, read, { isOnDevice: true });
}

/** What was changed, so that a car that is edited keeps what others changed meanwhile. */
function draftOf(
  { photos: _, ...typed }: ProductFormValues,
  initial: ProductForm,
  photos: readonly FormPhoto[],
): ProductDraft {
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name as keyof ProductForm]),
  );
  return {
    typed: Object.fromEntries(changed),
    photos: photos.flatMap(({ image, alt }) => (image === null ? [] : [{ image, alt }])),
    unsent: photos.filter(({ image }) => image === null).length,
  };
}

/** By the form's own names. */
function byField({ categoryId, image, ...fields }: Record<string, string | undefined>) {
  return {
    ...(categoryId && { category: categoryId }),
    ...(image && { photos: image }),
    ...fields,
  } as Record<string, string | undefined>;
}

/** The messages of a form's errors, by field. */
export function messagesOf(
  errors: FieldErrors<ProductFormValues>,
): Record<string, string | undefined> {
  return Object.fromEntries(fieldNames.map((name) => [name, errors[name]?.message]));
}
