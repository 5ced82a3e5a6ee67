import { useState } from "react";
import type { SaveSearchAnswer } from "#shared/saved-searches/saved-search-contract.ts";
import { suggestName } from "#shared/saved-searches/suggest-name.ts";
import { partLabel } from "#shared/search/part-label.ts";
import { partsOf, type SearchFilters } from "#shared/search/search-filters.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { useSaveSearch } from "./saved-search-queries.ts";
import { SearchNameForm } from "./search-name-form.tsx";

type SaveSearchDialogProps = {
  isOpen: boolean;
  search: string;
  understood: { filters: SearchFilters; text: string };
  onClose: () => void;
  onSaved: (answer: SaveSearchAnswer) => void;
};

/** Asks for a name and saves the search. */
export function SaveSearchDialog({ isOpen, onClose, ...form }: SaveSearchDialogProps) {
  const { user } = useSession();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Save this search"
      description={
        user?.emailVerified === false
          ? "Once your email address is confirmed, we email you when a new car matches or a price falls, at most once a day."
          : "We email you when a new car matches or a price falls, at most once a day."
      }
    >
      <NameForm {...form} />
    </Dialog>
  );
}

function NameForm({
  search,
  understood: { filters, text },
  onSaved,
}: Omit<SaveSearchDialogProps, "isOpen" | "onClose">) {
  const { currency } = useShop();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate, isPending } = useSaveSearch();
  const parts = partsOf(filters, text).map((part) => ({
    part,
    label: partLabel(part, filters, { text, currency }),
  }));

  function save(name: string) {
    setRefusal(null);
    mutate(
      { search, name },
      {
        onSuccess: (answer) =>
          answer.acknowledged ? onSaved(answer) : setRefusal(answer.message ?? null),
        onError: (error) => setRefusal(error.message),
      },
    );
  }

  return (
    <SearchNameForm
      initialName={suggestName(parts)}
      button="Save search"
      error={refusal}
      isBusy={isPending}
      onSubmit={save}
    />
  );
}
