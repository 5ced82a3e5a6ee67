import { useState } from "react";
import type { Photo } from "#shared/listings/listing.ts";
import { useDraft } from "#web/platform/use-draft.ts";
import { Button } from "#web/ui/button.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";
import type { ProductForm } from "./product-body.ts";

/** What a seller typed into a car's form, its photos, and how many of these were not uploaded yet. */
export type ProductDraft = {
  typed: Partial<ProductForm>;
  photos: readonly Photo[];
  unsent: number;
};

/** Offers the draft of a car's form before the form, so that neither it nor a new start is lost by accident. */
export function OfferedDraft({
  name,
  question,
  startOver,
  children,
}: {
  name: string;
  question: string;
  /** The button that deletes the draft. */
  startOver: string;
  children: (draft: ProductDraft | null) => Elements;
}) {
  const { draft, drop } = useDraft<ProductDraft>(name);
  const [isTaken, setTaken] = useState(false);
  if (draft === null || isTaken) return children(draft?.value ?? null);
  const { typed, photos, unsent } = draft.value;
  const savedAt = new Date(draft.savedAt).toLocaleString("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <section aria-labelledby="offered-draft" className="max-w-3xl border-l-2 border-brass pl-5">
      <h2 id="offered-draft" className="display text-3xl">
        {question}
      </h2>
      <p className="mt-3 text-muted">{`${typed.name ? `“${typed.name}”, k` : "K"}ept in this browser on ${savedAt}, with ${photos.length} ${photos.length === 1 ? "photo" : "photos"}.${unsent > 0 ? ` ${unsent} more had not been uploaded. Please choose them again.` : ""}`}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => setTaken(true)}>Continue</Button>
        <Button look="secondary" onClick={drop}>
          {startOver}
        </Button>
      </div>
    </section>
  );
}
