import { useState } from "react";
import { useNavigate } from "react-router";
import { useShop } from "#web/platform/root-data.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FeedOptionFields, optionValues, statedOptions } from "./feed-option-fields.tsx";
import { useCreateFeed } from "./feed-queries.ts";
import { fieldErrors } from "./field-errors.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

/** Creates a feed and opens it. */
export function NewFeedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New feed"
      description="One feed for each file that you get again and again, such as the export of your stock system."
    >
      <NewFeedForm />
    </Dialog>
  );
}

function NewFeedForm() {
  const { currency } = useShop();
  const create = useCreateFeed();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [values, setValues] = useState(() => optionValues({}));
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function send() {
    setErrors({});
    try {
      const answer = await create.mutateAsync({ name, options: statedOptions(values) });
      if (answer.insertedId) void navigate(`/dashboard/feeds/${answer.insertedId}`);
      else setErrors({ name: answer.message ?? "No feed was created." });
    } catch (error) {
      setErrors(fieldErrors(error));
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <KeptFields name="new-feed" />
      <TextField
        label="Name"
        hint="Such as your lot or your stock system"
        value={name}
        maxLength={80}
        autoComplete="off"
        error={errors.name}
        onChange={({ target }) => setName(target.value)}
      />
      <details open={Object.keys(errors).some((field) => field !== "name") || undefined}>
        <summary className="cursor-pointer font-medium">How its files are read</summary>
        <p className="mt-2 mb-6 text-sm text-muted">
          Usually the file says it all. You can change this later.
        </p>
        <FeedOptionFields
          values={values}
          change={(changes) => setValues((now) => ({ ...now, ...changes }))}
          errors={errors}
          currency={currency}
        />
      </details>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errors.form}
      </p>
      <Button type="submit" busy={create.isPending}>
        Create feed
      </Button>
    </form>
  );
}
