import type { SavedSearch } from "#shared/saved-searches/saved-search-contract.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { useChangeSavedSearch } from "./saved-search-queries.ts";
import { SearchNameForm } from "./search-name-form.tsx";

type RenameDialogProps = { saved: SavedSearch; isOpen: boolean; onClose: () => void };

/** Gives a saved search another name. */
export function RenameDialog({ saved, isOpen, onClose }: RenameDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title="Rename this search">
      <NameForm saved={saved} onDone={onClose} />
    </Dialog>
  );
}

function NameForm({ saved, onDone }: { saved: SavedSearch; onDone: () => void }) {
  const { mutate, error, isPending } = useChangeSavedSearch();
  return (
    <SearchNameForm
      initialName={saved.name}
      button="Rename"
      error={error?.message}
      isBusy={isPending}
      onSubmit={(name) => mutate({ _id: saved._id, name }, { onSuccess: onDone })}
    />
  );
}
