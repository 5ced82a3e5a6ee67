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

/** An app's code is valid for its half minute and the two next to it. A used code is remembered for longer than that. */
const usedCodeSeconds = 120;

type Context = Parameters<typeof getSessionFromCtx>[0];

/**
 * Closes gaps of the two-factor plugin: an app's code works only once (RFC 6238, 5.2), attempts are counted per user
 * across all their sign-ins, and backup codes are compared as hashes.
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
            const user = await userOf(ctx);
            // Without a user, the service answers that the sign-in has expired.
            if (user === null) return;
            if (config.RATE_LIMITS === "on") await refuseTooMany(db, user);
            const code = String(ctx.body.code);
            if (ctx.path === appCodePath) return refuseUsedCode(db, user, code);
            // The service compares the entered code with the stored ones, which are hashes.
            const stored = await findBackupCodes(db, user);
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
            const user = newSession?.user.id ?? session?.user.id;
            if (user !== undefined) await deleteAttempts(db, attemptsKey(user));
          }),
        },
      ],
    },
  };
}

async function refuseTooMany(db: Database, user: string): Promise<void> {
  const { count, secondsLeft } = await countAttempt(db, attemptsKey(user), limits.code.seconds);
  if (count <= (limits.code.perAccount ?? Infinity)) return;
  const minutes = Math.ceil(secondsLeft / 60);
  throw new APIError("TOO_MANY_REQUESTS", {
    message: `Too many wrong codes. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  });
}

// Counted before it is checked, so that only one of two parallel uses passes.
async function refuseUsedCode(db: Database, user: string, code: string): Promise<void> {
  const { count } = await countAttempt(db, `code-spent:${user}:${code}`, usedCodeSeconds);
  if (count > 1)
    throw new APIError("UNAUTHORIZED", {
      message: "This code is wrong or was already used. Please wait for the next one.",
    });
}

function attemptsKey(user: string): string {
  return `code-account:${user}`;
}

/** The signed-in user, or the one whose password was just accepted. */
async function userOf(ctx: Context): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const cookie = ctx.context.createAuthCookie("two_factor");
  const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  if (!challenge) return null;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value ?? null;
}
