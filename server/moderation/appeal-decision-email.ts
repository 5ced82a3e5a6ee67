import type { ModerationActionKind, AppealOutcome } from "#shared/moderation/moderation.ts";
import { isolate } from "#shared/text/isolate.ts";
import { writeEmail } from "#server/email/public.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";

type Brand = Pick<Config, "BRAND_NAME" | "PUBLIC_URL" | "PORT">;

/** Tells a seller the decision on their appeal, and why. */
export function appealDecisionEmail(
  config: Brand,
  appeal: {
    name: string;
    kind: ModerationActionKind;
    item: string | null;
    outcome: AppealOutcome;
    reason: string;
  },
): { subject: string; text: string; html: string } {
  const { name, kind, item, outcome, reason } = appeal;
  const what = kind === "removal" ? `the removal of ${isolate(item ?? "")}` : "your suspension";
  return {
    subject: `Your appeal on ${config.BRAND_NAME} was decided`,
    ...writeEmail(config, {
      heading: outcome === "upheld" ? "The decision stays" : "Your appeal was granted",
      greeting: name,
      paragraphs: [
        `An admin has looked at your appeal against ${what}.`,
        outcome === "upheld" ? "It stays as it was decided." : consequences[kind],
      ],
      facts: [
        ["Decision", outcome === "upheld" ? "Upheld" : "Overturned"],
        ["Reason", reason],
      ],
      link: { label: "Open Appeals", url: `${shopAddress(config)}/dashboard/appeals` },
    }),
  };
}

const consequences: Record<ModerationActionKind, string> = {
  removal:
    "The car is back in the shop, unless it is sold, off sale, or you are suspended. A reservation that ended by its removal stays ended.",
  suspension:
    "You are a seller again, and your cars are in the shop, but for those removed, withdrawn or sold. Reservations that ended stay ended.",
};
