import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ButtonLook } from "../button-class.ts";

export type MenuAction = {
  label: string;
  /** Accessible name, if the label alone does not say what it is about. */
  name?: string;
  look?: ButtonLook;
} & ({ run: () => void; to?: undefined } | { to: string; run?: undefined });

type ActionMenuProps = {
  /** Accessible name of the button that opens the menu; by default its text. */
  label?: string;
  className: string;
  actions: readonly (MenuAction & {
    /** Not in the menu from this width on, because a button shows it there. */
    below?: "md" | "xl" | undefined;
  })[];
  /** What the button shows. */
  children: ReactNode;
};

/** Within a landmark, like the button. */
const mainContent = {
  get current() {
    return document.getElementById("content");
  },
};

/** A button that opens a menu of actions. */
export function ActionMenu({ label, className, actions, children }: ActionMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger aria-label={label} title={label} className={className}>
        {children}
      </Menu.Trigger>
      <Menu.Portal container={mainContent}>
        <Menu.Positioner align="end" sideOffset={4} collisionPadding={8} className="z-30">
          <Menu.Popup className="min-w-40 rounded-soft border border-edge bg-raised py-1 text-sm text-ink outline-none">
            <MenuItems actions={actions} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const widths = { md: "48rem", xl: "80rem" };

function MenuItems({ actions }: Pick<ActionMenuProps, "actions">) {
  // The keyboard would stop at items that are only hidden.
  const isShown = (below: keyof typeof widths | undefined) =>
    below === undefined || !window.matchMedia(`(width >= ${widths[below]})`).matches;
  return actions.map(
    ({ below, ...action }) => isShown(below) && <MenuItem key={action.label} {...action} />,
  );
}

function MenuItem({ label, name, look, to, run }: MenuAction) {
  const shared = {
    "aria-label": name,
    className: `flex min-h-10 cursor-pointer items-center px-4 outline-none data-highlighted:bg-well ${look === "danger" ? "text-danger" : ""}`,
  };
  if (to !== undefined)
    return (
      <Menu.LinkItem {...shared} closeOnClick render={<Link to={to} />}>
        {label}
      </Menu.LinkItem>
    );
  return (
    <Menu.Item {...shared} onClick={run}>
      {label}
    </Menu.Item>
  );
}
