import type { ReactNode, Ref } from "react";
import { Button } from "../button.tsx";
import type { ButtonLook } from "../button-class.ts";

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

/** What is selected, and what can be done with it. */
export function SelectionBar<Action extends { label: string; look?: ButtonLook }>({
  ref,
  selected,
  wasCleared,
  offer,
  actions,
  onChoose,
  onClear,
}: SelectionBarProps<Action>) {
  return (
    <div
      className={
        selected
          ? "sticky top-20 z-10 mb-4 flex flex-wrap items-center gap-3 border-y border-brass bg-raised px-4 py-2"
          : ""
      }
    >
      <p ref={ref} tabIndex={-1} role="status" className="mr-auto text-sm">
        {selected ? `${selected} selected` : wasCleared ? "Nothing selected" : ""}
      </p>
      {selected && offer && <div className="max-md:order-1">{offer}</div>}
      {selected && (
        // On a phone a single row that scrolls, so that the bar leaves room for the list.
        <div className="md:contents max-md:order-last max-md:flex max-md:w-full max-md:gap-3 max-md:overflow-x-auto max-md:p-1 max-md:*:shrink-0">
          {actions.map((action) => (
            <Button
              key={action.label}
              look={action.look ?? "secondary"}
              size="small"
              onClick={() => onChoose(action)}
            >
              {withObject(action.label, "selected")}
            </Button>
          ))}
        </div>
      )}
      {selected && (
        <Button look="quiet" size="small" onClick={onClear}>
          Clear selection
        </Button>
      )}
    </div>
  );
}
