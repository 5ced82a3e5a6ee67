import { describe, expect, it } from "vitest";
import type { SystemState } from "#shared/system/system-contract.ts";
import { verdictOf } from "./verdict-of.ts";

const fine = {
  warnings: [],
  database: { isEmbedded: true, role: "primary", replicas: [] },
  backups: { problem: null, warning: null, trialProblem: null, archive: null },
  processes: [{ isAlive: true }],
  queues: [{ name: "email.send", waiting: 3, oldest: 1, active: 1, failed: 0 }],
  certificates: [{ problem: null }],
  feeds: { fetched: 1, failing: 0, overdue: 0, lastAt: null },
} as unknown as SystemState;

describe("the verdict on the shop", () => {
  it("is none for a shop without problems", () => {
    expect(verdictOf(fine)).toBeNull();
  });

  it("names every problem", () => {
    const state = {
      ...fine,
      warnings: [{}],
      database: { ...fine.database, role: "replica" },
      backups: { ...fine.backups, problem: "access was refused" },
      queues: [{ ...fine.queues[0], failed: 2 }],
    } as unknown as SystemState;
    expect(verdictOf(state)).toBe(
      "1 unsafe setting, the database refuses changes, backups need attention, 2 failed jobs",
    );
  });
});
