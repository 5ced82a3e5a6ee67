import type { RecordedLevel } from "#shared/seller-checks/seller-check.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { recordCheck } from "#server/seller-checks/public.ts";
import { listDemoCars, readDemoViewer } from "./demo-store.ts";

const dayMs = 86_400_000;

/** What was checked of the demo's sellers, how many days ago, and for how many days. The last one has expired. */
const checks: { mailbox: string; level: RecordedLevel; ago: number; days: number | null }[] = [
  { mailbox: "seller", level: "phone", ago: 60, days: null },
  { mailbox: "seller", level: "identity", ago: 58, days: 365 },
  { mailbox: "harbour", level: "phone", ago: 90, days: null },
  { mailbox: "harbour", level: "identity", ago: 88, days: 730 },
  { mailbox: "harbour", level: "business", ago: 80, days: 365 },
  { mailbox: "harbour", level: "car", ago: 0, days: 90 },
  { mailbox: "lakeside", level: "business", ago: 120, days: 365 },
  { mailbox: "sunbelt", level: "identity", ago: 375, days: 365 },
];

/** Records levels of sellers, most of them valid. */
export async function addDemoChecks(deps: Deps, admin: Viewer): Promise<void> {
  for (const { mailbox, level, ago, days } of checks) {
    const seller = await readDemoViewer(deps.db, `${mailbox}@marque.example`);
    if (!seller) continue;
    const sellerId = seller.accountId;
    const then = new Date(Date.now() - ago * dayMs);
    const [car] =
      level === "car" ? await listDemoCars(deps.db, { sellerId, skip: 0, limit: 1 }) : [];
    const answer = await recordCheck(
      deps,
      admin,
      sellerId,
      {
        level,
        ...(car && { listingId: car.id }),
        validUntil:
          days === null ? null : new Date(then.getTime() + days * dayMs).toISOString().slice(0, 10),
        note: "An example of the demo.",
      },
      then,
    );
    if (!answer.acknowledged) throw new Error(`The demo's check was refused: ${answer.message}`);
  }
}
