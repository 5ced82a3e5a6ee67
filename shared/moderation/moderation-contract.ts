import { z } from "zod";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import { requiredText, text } from "#shared/text/text.ts";
import { moderationActionKinds, appealOutcomes } from "./moderation.ts";

/** PUT /seller/suspend/{id}. The seller sees the reason. */
export const suspendBody = z.object({ reason: requiredText(500, "Reason") });

/** DELETE /seller/verify/{id}. The seller sees the reason; the specified call has no body. */
export const revokeBody = z
  .object({
    reason: text(500).optional(),
    undo: z.boolean().optional().describe("Only where the caller was the last to verify"),
  })
  .nullish();

/** POST /appeals: the moderation action the seller appeals, and why. */
export const appealBody = z.object({
  actionId: z.uuid("This is not a moderation action's id."),
  text: requiredText(2_000, "Your appeal"),
});

/** POST /appeals/{id}/decide. The seller sees the reason. */
export const decideAppealBody = z.object({
  outcome: z.enum(appealOutcomes, "Choose whether to uphold or overturn the action."),
  reason: requiredText(500, "Reason"),
});

export const appealStates = ["waiting", "decided"] as const;
export const appealListQuery = pageQuery.extend({ state: z.enum(appealStates).optional() });

const decision = {
  outcome: z.enum(appealOutcomes).nullable().describe("Null while the appeal waits"),
  decisionReason: z.string().nullable(),
  decidedAt: z.string().nullable(),
};

/** GET /moderation: a moderation action against the caller, with their appeal. */
export const ownModerationAction = z.object({
  _id: z.string(),
  kind: z.enum(moderationActionKinds),
  item: z.string().nullable().describe("The car that was removed"),
  reason: z.string().nullable(),
  at: z.string(),
  endedAt: z.string().nullable().describe("When it was taken back; null while it stands"),
  appeal: z
    .object({ _id: z.string(), text: z.string(), createdAt: z.string(), ...decision })
    .nullable(),
  allowedActions: z.array(z.enum(["appeal"])),
});
export type OwnModerationAction = z.infer<typeof ownModerationAction>;

/** GET /appeals: the seller's own, or all for admins. */
export const appeal = z.object({
  _id: z.string(),
  kind: z.enum(moderationActionKinds),
  item: z.string().nullable().describe("The car that was removed"),
  sellerName: z.string(),
  sellerEmail: z.string(),
  actionReason: z.string().nullable(),
  actionAt: z.string(),
  actionBy: z.string().nullable().describe("The admin's name, for admins only"),
  text: z.string(),
  createdAt: z.string(),
  ...decision,
  decidedBy: z.string().nullable().describe("The admin's name, for admins only"),
  allowedActions: z.array(z.enum(["uphold", "overturn"])),
  note: z.string().nullable().describe("Why the reader may not decide, where they may not"),
});
export type Appeal = z.infer<typeof appeal>;
