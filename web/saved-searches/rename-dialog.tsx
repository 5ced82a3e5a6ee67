import { type FormEvent, useState } from "react";
import type { SavedSearch } from "#shared/saved-searches/saved-search-contract.ts";
import { longestSearchName } from "#shared/saved-searches/saved-search-limit.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useChangeSavedSearch } from "./saved-search-queries.ts";

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
  const [name, setName] = useState(saved.name);
  const change = useChangeSavedSearch();
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    change.mutate({ _id: saved._id, name }, { onSuccess: onDone });
  }
  return (
    <form onSubmit={send} className="space-y-6">
      <TextField
        label="Name"
        value={name}
        maxLength={longestSearchName}
        required
        autoComplete="off"
        error={change.error?.message}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={change.isPending} className="w-full">
        Rename
      </Button>
    </form>
  );
}
