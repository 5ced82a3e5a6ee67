import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { countAttempt, deleteAttempts } from "#server/limits/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { hashLike } from "./backup-codes.ts";
import { findBackupCodes } from "../factor-store.ts";

const appCodePath = "/two-factor/verify-totp";
const codePaths = [appCodePath, "/two-factor/verify-backup-code"];

/** An app's code is good for its half minute and the two beside it; longer than that it stays spent. */
const spentSeconds = 120;

type Context = Parameters<typeof getSessionFromCtx>[0];

/**
 * What the service leaves open of second factors: an app's code opens once only (RFC 6238, 5.2), the tries of one person
 * count together however many sign-ins they begin, and backup codes are kept as hashes.
 */
export function codeGuard({
  db,
  config,
}: {
  db: Database;
  config: Pick<Config, "RATE_LIMITS">;
}): BetterAuthPlugin {
  const isCode = ({ path }: { path?: string }) => path !== undefined && codePaths.includes(path);
  return {
    id: "code-guard",
    hooks: {
      before: [
        {
          matcher: isCode,
          handler: createAuthMiddleware(async (ctx) => {
            const person = await personOf(ctx);
            // Without one the service answers that the sign-in is over.
            if (person === null) return;
            if (config.RATE_LIMITS === "on") await refuseTooMany(db, person);
            const code = String(ctx.body.code);
            if (ctx.path === appCodePath) return refuseSpent(db, person, code);
            // The service compares what is given with what it keeps: hashes.
            const stored = await findBackupCodes(db, person);
            const body = { ...ctx.body, code: stored ? await hashLike(stored, code) : "" };
            return { context: { body } };
          }),
        },
      ],
      after: [
        {
          matcher: isCode,
          handler: createAuthMiddleware(async (ctx) => {
            if (isAPIError(ctx.context.returned)) return;
            const { newSession, session } = ctx.context;
            const person = newSession?.user.id ?? session?.user.id;
            if (person !== undefined) await deleteAttempts(db, triesKey(person));
          }),
        },
      ],
    },
  };
}

async function refuseTooMany(db: Database, person: string): Promise<void> {
  const { count, secondsLeft } = await countAttempt(db, triesKey(person), limits.code.seconds);
  if (count <= (limits.code.perAccount ?? Infinity)) return;
  const minutes = Math.ceil(secondsLeft / 60);
  throw new APIError("TOO_MANY_REQUESTS", {
    message: `Too many wrong codes. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  });
}

// Counted before it is looked at: of two that come at once with the same code only one passes.
async function refuseSpent(db: Database, person: string, code: string): Promise<void> {
  const { count } = await countAttempt(db, `code-spent:${person}:${code}`, spentSeconds);
  if (count > 1)
    throw new APIError("UNAUTHORIZED", {
      message: "This code is not right, or was used already. Please wait for the next one.",
    });
}

function triesKey(person: string): string {
  return `code-account:${person}`;
}

/** Whose code it is: the signed-in person's, or theirs whose password was right a moment ago. */
async function personOf(ctx: Context): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const cookie = ctx.context.createAuthCookie("two_factor");
  const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  if (!challenge) return null;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value ?? null;
}
