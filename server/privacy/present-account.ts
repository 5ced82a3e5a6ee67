import type { DataFile } from "#shared/privacy/data-file-contract.ts";
import { describeDevice } from "#server/identity/public.ts";
import type { readOwnRow, readOwnSignIn } from "./own-account-store.ts";
import type { listOwnDecisions } from "./own-words-store.ts";

/** The account part of the data file. */
export function presentOwnAccount(
  account: Awaited<ReturnType<typeof readOwnRow>>,
): DataFile["account"] {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    role: account.role,
    phone: account.phone,
    location: account.location,
    photo: account.photoUrl,
    isVerified: account.isVerified,
    verifiedAt: account.verifiedAt?.toISOString() ?? null,
    verifiedUntil: account.verifiedUntil?.toISOString() ?? null,
    verificationChecks: account.verificationChecks,
    suspendedAt: account.suspendedAt?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
  };
}

/** The sign-in part of the data file, without anything that could be used to sign in. */
export function presentSignIn({
  user,
  ways,
  passkeys,
  sessions,
}: Awaited<ReturnType<typeof readOwnSignIn>>): DataFile["signIn"] {
  return {
    name: user.name,
    email: user.email,
    picture: user.image,
    isEmailConfirmed: user.emailVerified,
    hasTwoFactor: user.twoFactorEnabled,
    ways: ways.map(({ providerId, accountId, createdAt }) => {
      // Better Auth stores a password as an account of the provider "credential".
      const isPassword = providerId === "credential";
      return {
        by: isPassword ? "password" : providerId,
        accountAtProvider: isPassword ? null : accountId,
        since: createdAt.toISOString(),
      };
    }),
    passkeys: passkeys.map(({ name, createdAt }) => ({ name, createdAt: createdAt.toISOString() })),
    sessions: sessions.map((session) => ({
      device: describeDevice(session.userAgent),
      browser: session.userAgent,
      address: session.ipAddress || null,
      begunAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      endsAt: session.expiresAt.toISOString(),
    })),
  };
}

/** A moderation action against a seller, with their appeal. */
export function presentDecision({
  appeal,
  ...act
}: Awaited<ReturnType<typeof listOwnDecisions>>["rows"][number]): DataFile["decisions"][number] {
  return {
    ...act,
    at: act.at.toISOString(),
    endedAt: act.endedAt?.toISOString() ?? null,
    appeal: appeal && {
      ...appeal,
      createdAt: appeal.createdAt.toISOString(),
      decidedAt: appeal.decidedAt?.toISOString() ?? null,
    },
  };
}
