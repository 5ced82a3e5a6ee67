import { type FormEvent, useState } from "react";
import { longestSearchName } from "#shared/saved-searches/saved-search-limit.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

type SearchNameFormProps = {
  initialName: string;
  button: string;
  error?: string | null;
  isBusy: boolean;
  onSubmit: (name: string) => void;
};

/** Asks for the name of a saved search. */
export function SearchNameForm(props: SearchNameFormProps) {
  const [name, setName] = useState(props.initialName);
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    props.onSubmit(name);
  }
  return (
    <form onSubmit={send} className="space-y-6">
      <TextField
        label="Name"
        value={name}
        maxLength={longestSearchName}
        required
        autoComplete="off"
        error={props.error ?? undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={props.isBusy} className="w-full">
        {props.button}
      </Button>
    </form>
  );
}
