import { Bell, BellOff } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { SavedSearch } from "#shared/saved-searches/saved-search-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { newCarsPath } from "./new-cars-path.ts";
import { RenameDialog } from "./rename-dialog.tsx";
import { useChangeSavedSearch, useDeleteSavedSearch, useMarkSeen } from "./saved-search-queries.ts";

type ItemDialog = "rename" | "delete";

/** A saved search with what it looks for, how many cars it has, and what can be done with it. */
export function SavedSearchItem({ saved }: { saved: SavedSearch }) {
  const { _id: id, name, parts, total, newCount, emailsOn } = saved;
  const [dialog, setDialog] = useState<ItemDialog | null>(null);
  const seen = useMarkSeen();
  const markSeen = () => {
    if (newCount > 0) seen.mutate(id);
  };
  return (
    <li className="border-t border-line py-8">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="display min-w-0 text-2xl wrap-anywhere">
          <Link to={`/search?${saved.search}`} onClick={markSeen} className="hover:text-action-ink">
            {name}
          </Link>
        </h2>
        <p className="text-muted">{`${formatNumber(total)} ${total === 1 ? "car" : "cars"}`}</p>
        {newCount > 0 && <Badge tone="brass">{`${formatNumber(newCount)} new`}</Badge>}
      </div>
      <ul aria-label={`What ${isolate(name)} looks for`} className="mt-4 flex flex-wrap gap-2">
        {(parts.length > 0 ? parts : [{ part: "all", label: "All cars" }]).map(
          ({ part, label }) => (
            <li
              key={part}
              className="rounded-full border border-edge px-4 py-1.5 text-sm wrap-anywhere"
            >
              {label}
            </li>
          ),
        )}
      </ul>
      <Actions saved={saved} onOpen={markSeen} onChoose={setDialog} />
      {!emailsOn && <p className="mt-2 text-sm text-muted">Emails are paused.</p>}
      <RenameDialog saved={saved} isOpen={dialog === "rename"} onClose={() => setDialog(null)} />
      <DeleteDialog saved={saved} isOpen={dialog === "delete"} onClose={() => setDialog(null)} />
    </li>
  );
}

function Actions({
  saved,
  onOpen,
  onChoose,
}: {
  saved: SavedSearch;
  onOpen: () => void;
  onChoose: (dialog: ItemDialog) => void;
}) {
  const { _id: id, name, newCount, emailsOn } = saved;
  const change = useChangeSavedSearch();
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2">
      {newCount > 0 ? (
        <LinkButton size="small" to={newCarsPath(saved)} onClick={onOpen}>
          {newCount === 1 ? "See the new car" : `See ${formatNumber(newCount)} new cars`}
        </LinkButton>
      ) : null}
      <LinkButton
        look="secondary"
        size="small"
        to={`/search?${saved.search}`}
        onClick={onOpen}
        aria-label={`Open ${isolate(name)}`}
      >
        Open
      </LinkButton>
      <Button
        look="quiet"
        size="small"
        busy={change.isPending && change.variables.emailsOn !== undefined}
        aria-label={`${emailsOn ? "Pause" : "Resume"} emails for ${isolate(name)}`}
        onClick={() => change.mutate({ _id: id, emailsOn: !emailsOn })}
      >
        {emailsOn ? (
          <Bell aria-hidden="true" size={16} />
        ) : (
          <BellOff aria-hidden="true" size={16} />
        )}
        <span>{emailsOn ? "Pause emails" : "Resume emails"}</span>
      </Button>
      <Button
        look="quiet"
        size="small"
        aria-label={`Rename ${isolate(name)}`}
        onClick={() => onChoose("rename")}
      >
        Rename
      </Button>
      <Button
        look="quiet"
        size="small"
        aria-label={`Delete ${isolate(name)}`}
        onClick={() => onChoose("delete")}
      >
        Delete
      </Button>
    </div>
  );
}

function DeleteDialog({
  saved: { _id: id, name },
  isOpen,
  onClose,
}: {
  saved: SavedSearch;
  isOpen: boolean;
  onClose: () => void;
}) {
  const remove = useDeleteSavedSearch();
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      // The button that opened it goes with its search.
      {...(remove.isSuccess && {
        returnFocusTo: () => document.getElementById("saved-searches"),
      })}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: ({ deletedCount, message }) =>
            announceOutcome(deletedCount, message, "Saved search deleted"),
          onSettled: onClose,
        })
      }
      title={`Delete “${isolate(name)}”?`}
      confirmLabel="Delete"
      keepLabel="Keep it"
      busy={remove.isPending}
    >
      You will get no more emails about it.
    </ConfirmDialog>
  );
}
