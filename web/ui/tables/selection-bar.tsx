import { ChevronUp, X } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Button } from "../button.tsx";
import { buttonClass, type ButtonLook } from "../button-class.ts";
import { IconButton } from "../icon-button.tsx";
import { ActionMenu } from "./action-menu.tsx";

type SelectionBarProps<Action> = {
  ref: Ref<HTMLParagraphElement>;
  /** What is selected, such as "2 sellers"; null if nothing is. */
  selected: string | null;
  wasCleared: boolean;
  /** Beside what is selected, such as a button that selects more. */
  offer?: ReactNode;
  actions: readonly Action[];
  onChoose: (action: Action) => void;
  onClear: () => void;
};

/** "Advertise 2 cars", but "Put 2 cars on sale". */
export function withObject(label: string, what: string): string {
  const [, verb, rest] = /^(Put|Take) (.+)$/.exec(label) ?? [];
  return verb ? `${verb} ${what} ${rest}` : `${label} ${what}`;
}

/** "Shop wins", not "Shop wins for". */
function shortLabel({ label }: { label: string }): string {
  return label.replace(/ (for|of)$/, "");
}

/** How many actions the bar shows; its menu has the others. */
const mostShown = 3;

/** What is selected, and what can be done with it, at the bottom of the screen. */
export function SelectionBar<Action extends { label: string; look?: ButtonLook }>({
  ref,
  selected,
  wasCleared,
  offer,
  actions,
  onChoose,
  onClear,
}: SelectionBarProps<Action>) {
  const [shown, others] = split(actions);
  return (
    <div
      role={selected ? "group" : undefined}
      aria-label={selected ? "Selection" : undefined}
      className={
        selected
          ? "sticky bottom-0 z-10 -mx-3 flex min-h-16 items-center gap-2 border-t border-brass bg-raised px-3 max-md:flex-wrap max-md:py-2"
          : ""
      }
    >
      <p ref={ref} tabIndex={-1} role="status" className="text-sm">
        {selected ? `${selected} selected` : wasCleared ? "Nothing selected" : ""}
      </p>
      {selected && (
        <>
          {offer && <div>{offer}</div>}
          <span className="ms-auto flex items-center gap-2">
            {shown.map((action) => (
              <Button
                key={action.label}
                look={action.look ?? "secondary"}
                size="small"
                className={actions.length > 1 ? "max-md:hidden" : ""}
                onClick={() => onChoose(action)}
              >
                {shortLabel(action)}
              </Button>
            ))}
            {actions.length > 1 && (
              <ActionMenu
                className={`${buttonClass("secondary", "small")} ${others.length === 0 ? "md:hidden" : ""}`}
                actions={actions.map((action) => ({
                  label: shortLabel(action),
                  ...(action.look && { look: action.look }),
                  below: shown.includes(action) ? "md" : undefined,
                  run: () => onChoose(action),
                }))}
              >
                <span>More</span>
                <ChevronUp aria-hidden="true" size={16} strokeWidth={1.5} />
              </ActionMenu>
            )}
            <IconButton label="Clear selection" className="-me-2 text-muted" onClick={onClear}>
              <X aria-hidden="true" size={18} strokeWidth={1.5} />
            </IconButton>
          </span>
        </>
      )}
    </div>
  );
}

/** The actions for the bar and those for its menu, such as the dangerous ones. */
function split<Action extends { look?: ButtonLook }>(
  actions: readonly Action[],
): [shown: Action[], others: Action[]] {
  const shown = actions.filter(({ look }, at) => at === 0 || look !== "danger").slice(0, mostShown);
  return [shown, actions.filter((action) => !shown.includes(action))];
}
