import type { DecideEdit } from "#shared/feeds/feed-edit-contract.ts";

export const edits = { one: "edit", many: "edits" };

type Words = { label: string; done: string; consequence: string };

/** How a decision about many edits is offered, confirmed and reported. */
export const winnerWords: Record<DecideEdit["winner"], Words> = {
  feed: {
    label: "Feed wins for",
    done: "replaced by what the feed says",
    consequence:
      "Your edits are replaced by what the file says, which buyers see right away. This cannot be undone.",
  },
  shop: {
    label: "Shop wins for",
    done: "kept",
    consequence: "Your edits stay as long as the file says the same.",
  },
};
