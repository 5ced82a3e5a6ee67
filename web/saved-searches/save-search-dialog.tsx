import { type FormEvent, useState } from "react";
import type { SaveSearchAnswer } from "#shared/saved-searches/saved-search-contract.ts";
import { longestSearchName } from "#shared/saved-searches/saved-search-limit.ts";
import { suggestName } from "#shared/saved-searches/suggest-name.ts";
import { partLabel } from "#shared/search/filter-labels.ts";
import { partsOf, type SearchFilters } from "#shared/search/search-filters.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { QueryProvider } from "#web/platform/query-provider.tsx";
import { useShop } from "#web/platform/root-data.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useSaveSearch } from "./saved-search-queries.ts";

type SaveSearchDialogProps = {
  isOpen: boolean;
  search: string;
  understood: { filters: SearchFilters; text: string };
  onClose: () => void;
  onSaved: (answer: SaveSearchAnswer) => void;
};

/** Asks for a name and saves the search. */
export function SaveSearchDialog(props: SaveSearchDialogProps) {
  return (
    <QueryProvider>
      <Content {...props} />
    </QueryProvider>
  );
}

function Content({ isOpen, onClose, ...form }: SaveSearchDialogProps) {
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
  const [name, setName] = useState(() =>
    suggestName(
      partsOf(filters, text).map((part) => ({
        part,
        label: partLabel(part, filters, { text, currency }),
      })),
    ),
  );
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate, isPending } = useSaveSearch();

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
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
    <form onSubmit={send} className="space-y-6">
      <TextField
        label="Name"
        value={name}
        maxLength={longestSearchName}
        required
        autoComplete="off"
        error={refusal ?? undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={isPending} className="w-full">
        Save search
      </Button>
    </form>
  );
}
