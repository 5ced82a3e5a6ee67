import { type FormEvent, useState } from "react";
import type { OwnModerationAction } from "#shared/moderation/moderation-contract.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { useSubmitAppeal } from "./moderation-queries.ts";

/** Lets a seller appeal a moderation action. */
export function AppealButton({ action }: { action: OwnModerationAction }) {
  const [open, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const submit = useSubmitAppeal();
  const what = action.kind === "removal" ? `the removal of ${action.item}` : "your suspension";

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("text") as HTMLTextAreaElement;
    const text = field.value.trim();
    setMissing(text === "");
    if (text === "") return field.focus();
    const answer = await submit.mutateAsync({ actionId: action._id, text });
    if (answer.acknowledged) toast.success("Appeal sent");
    else toast.error(answer.message ?? "We could not send your appeal. Please try again.");
    setOpen(false);
  }

  return (
    <>
      <Button size="small" aria-label={`Appeal ${what}`} onClick={() => setOpen(true)}>
        Appeal
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Appeal ${what}`}
        description="You can appeal once, so include everything that matters. Where possible, a different admin decides. We'll email you the decision."
      >
        <form
          noValidate
          onSubmit={(event) => void send(event).catch(() => undefined)}
          className="space-y-6"
        >
          <TextAreaField
            label="Your appeal"
            name="text"
            rows={6}
            maxLength={2_000}
            error={isMissing ? "Please explain your appeal." : undefined}
          />
          <div className="flex flex-wrap-reverse justify-end gap-3">
            <Button look="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" busy={submit.isPending}>
              Send appeal
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
