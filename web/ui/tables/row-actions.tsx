import { Ellipsis } from "lucide-react";
import { isolate } from "#shared/text/isolate.ts";
import { Button } from "../button.tsx";
import { LinkButton } from "../link-button.tsx";
import { ActionMenu, type MenuAction } from "./action-menu.tsx";

export type RowAction = MenuAction & {
  /**
   * Where there is room, a button beside the menu, in a cell of the row, or in one that is an extra. Otherwise the menu
   * has it.
   */
  place?: "row" | "cell" | "extra" | undefined;
  /** Being run: its button in the row shows that. */
  busy?: boolean;
};

/** What can be done with a row. */
export type RowActions = {
  /** The row's name. */
  of: string;
  actions: readonly RowAction[];
};

const menuBelow = { row: "md", cell: "md", extra: "xl" } as const;

/** Buttons for a row's main actions, and a menu of the others. */
export function RowActionCell({ of, actions }: RowActions) {
  if (actions.length === 0) return null;
  const isMenuEverywhere = actions.some(({ place }) => place === undefined);
  return (
    <span className="flex items-center justify-end gap-1">
      {actions.map(
        (action) =>
          action.place === "row" && <RowButton key={action.label} of={of} action={action} />,
      )}
      <ActionMenu
        label={`Actions for ${isolate(of)}`}
        className={`inline-grid size-10 place-items-center rounded-soft text-muted transition-colors hover:text-ink data-popup-open:text-ink ${isMenuEverywhere ? "" : "md:hidden"}`}
        actions={actions.map((action) => ({
          ...named(action, of),
          below: action.place && menuBelow[action.place],
        }))}
      >
        <Ellipsis aria-hidden="true" size={20} strokeWidth={1.5} />
      </ActionMenu>
    </span>
  );
}

/** "Delete" is short for "Delete BMW X5". */
function named(action: RowAction, of: string): RowAction & { name: string } {
  return { ...action, name: action.name ?? `${action.label} ${isolate(of)}` };
}

/** The button of one of a row's actions. */
export function RowButton({ of, action: given }: { of: string; action: RowAction }) {
  const action = named(given, of);
  const shared = { size: "small", className: "min-h-8 px-3 max-md:hidden" } as const;
  const look = action.look === "danger" ? "quiet" : (action.look ?? "secondary");
  if (action.to !== undefined)
    return (
      <LinkButton to={action.to} aria-label={action.name} look={look} {...shared}>
        {action.label}
      </LinkButton>
    );
  return (
    <Button
      aria-label={action.name}
      busy={action.busy ?? false}
      onClick={action.run}
      look={look}
      {...shared}
    >
      {action.label}
    </Button>
  );
}
