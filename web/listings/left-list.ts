import type { MouseEvent } from "react";

type LeftList = {
  /** Of the history entry. */
  key: string;
  /** How many cars are in view or above it. */
  count: number;
  height: number;
  width: number;
};

let left: LeftList | null = null;

/** Notes how much of a list of cars is needed to come back to it, when a link on one of its cards is clicked. */
export function noteLeftList({ currentTarget }: MouseEvent): void {
  const list = currentTarget.closest("ul");
  if (!list) return;
  const cards = [...list.children];
  left = {
    // As React Router names the entry.
    key: (history.state as { key?: string } | null)?.key ?? "default",
    count: cards.filter((card) => card.getBoundingClientRect().top < innerHeight).length,
    height: list.getBoundingClientRect().height,
    width: innerWidth,
  };
}

/** What is needed of a list, if the visitor comes back to it as it was. */
export function findLeftList(key: string): LeftList | null {
  return left?.key === key && left.width === innerWidth ? left : null;
}

/** The list is on the screen again, and may be left in another way. */
export function forgetLeftList(key: string): void {
  if (left?.key === key) left = null;
}
