import { betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { FastifyBaseLogger } from "fastify";
import { maximumPasswordLength, minimumPasswordLength } from "#shared/accounts/password-rules.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { trustedOrigins } from "#server/platform/http/trusted-origins.ts";
import type { NewEmail } from "#server/email/public.ts";
import { accessTokenKey } from "./sessions/access-token.ts";
import { claimAddress } from "./claim-address.ts";
import { codeGuard } from "./two-factor/code-guard.ts";
import {
  identityCredentialTable,
  identityPasskeyTable,
  identitySessionTable,
  identityTwoFactorTable,
  identityUserTable,
  identityVerificationTable,
} from "./identity-table.ts";
import type { Addressee } from "./greeting-of.ts";
import { confirmationEmail, newPasswordEmail, passwordResetEmail } from "./identity-emails.ts";
import { holdPerson, type HeldPerson } from "./lock-identity.ts";
import { lockPerson } from "./factor-store.ts";
import { forgetLinks } from "./identity-store.ts";
import { oneTransaction } from "./one-transaction.ts";
import { sessionOpener } from "./sessions/session-opener.ts";
import { hashPassword, verifyPassword } from "./passwords/password-hash.ts";
import { registrationRefusal } from "./passkeys/correct-registration-refusal.ts";
import { sealingKey } from "./third-party/sealed-cookie.ts";
import { passkeyPlugin } from "./passkeys/passkey-plugin.ts";
import { twoFactorPlugin } from "./two-factor/two-factor-plugin.ts";
import { idleSession, isTooOld } from "./sessions/session-lifetime.ts";
import { forgetFailedSignIns } from "./passwords/limit-sign-ins.ts";

/** Seconds in which a link sets a new password, and in which one confirms an address. */
const resetLinkLife = 30 * 60;
const confirmationLinkLife = 24 * 60 * 60;

// Calls that write mails: each is one transaction with them.
const mailingPaths = [
  "sign-up/email",
  "request-password-reset",
  "reset-password",
  "send-verification-email",
];

/** The person whose browser is calling, as the identity service knows them. */
export type IdentitySession = {
  sessionId: string;
  identityId: string;
  name: string;
  /** Lower case. */
  email: string;
  image: string | null;
  /** Whether they have shown that the email is theirs. */
  isConfirmed: boolean;
  /** Whether a sign-in with the password asks for a code. */
  hasTwoFactor: boolean;
};

/** Passwords, profiles and browser sessions. It knows nothing of roles. */
export type Identity = {
  /**
   * Answers one of the service's own calls. Its origin and the caller's address have been checked before. `changes`: whose
   * way to sign in the call changes; `letter` tells them, and is written where the service does as it is asked. With
   * `endsLinks` that also ends their links in mails, and sign-ins that wait for a code.
   */
  answer(
    request: Request,
    more?: {
      letter?: NewEmail | undefined;
      changes?: HeldPerson | undefined;
      endsLinks?: boolean | undefined;
    },
  ): Promise<Response>;
  /** The live session of a cookie header, or null. */
  sessionOf(cookie: string | undefined): Promise<IdentitySession | null>;
  /**
   * Signs somebody in whom we know otherwise than by a password.
   * @returns the cookies that say so; `asksCode`: that a code is still asked for
   */
  openSession(
    identityId: string,
    from: { ip: string; userAgent?: string },
  ): Promise<{ cookies: string[]; asksCode: boolean }>;
  /** Seals what a browser keeps for us between two calls. */
  sealingKey: Uint8Array;
  /** Signs and verifies access tokens. */
  tokenKey: Uint8Array;
  /** The service's own address, first of our origins. */
  baseUrl: string;
};

type ServiceUser = { name: string; email: string; emailVerified: boolean };

function addressee({ name, email, emailVerified }: ServiceUser): Addressee {
  return { name, email, isConfirmed: emailVerified };
}

/** Starts the identity service on our tables. */
export function createIdentity({
  db,
  config,
  log,
  secret,
}: {
  db: Database;
  config: Config;
  log: FastifyBaseLogger;
  secret: string;
}): Identity {
  const baseUrl = trustedOrigins(config)[0] ?? "http://localhost";
  const isHttps = baseUrl.startsWith("https:");
  const { scoped, inOne, current } = oneTransaction(db);
  /** Adds a letter to the call's own; none to somebody whose account was deleted since the call began. */
  async function writeTo(identityId: string, letter: NewEmail): Promise<void> {
    const { tx, mails } = current();
    if (await lockPerson(tx, identityId)) mails.push(letter);
  }
  const service = betterAuth({
    baseURL: baseUrl,
    basePath: "/api/auth",
    secret,
    trustedOrigins: trustedOrigins(config),
    database: drizzleAdapter(scoped, {
      provider: "pg",
      transaction: true,
      schema: {
        user: identityUserTable,
        session: identitySessionTable,
        account: identityCredentialTable,
        verification: identityVerificationTable,
        twoFactor: identityTwoFactorTable,
        passkey: identityPasskeyTable,
      },
    }),
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: minimumPasswordLength,
      maxPasswordLength: maximumPasswordLength,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: resetLinkLife,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        writeTo(
          user.id,
          passwordResetEmail(config, { person: addressee(user), shopAddress: baseUrl, token }),
        ),
      onPasswordReset: async ({ user }) => {
        const { tx, mails } = current();
        await forgetLinks(tx, user.id);
        await forgetFailedSignIns(tx, user.email);
        const left = await claimAddress(tx, { id: user.id, wasConfirmed: user.emailVerified });
        // Greeted as before the link was opened: the name may still be a stranger's.
        const person = addressee(user);
        mails.push(newPasswordEmail(config, { person, shopAddress: baseUrl, ...left }));
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: confirmationLinkLife,
      sendVerificationEmail: ({ user, token }) =>
        writeTo(
          user.id,
          confirmationEmail(config, { person: addressee(user), shopAddress: baseUrl, token }),
        ),
    },
    // What is sensitive asks for a proof in minutes, not for a session of the day: require-proof.ts.
    session: { freshAge: 0, expiresIn: idleSession, updateAge: 24 * 60 * 60 },
    plugins: [
      sessionOpener,
      twoFactorPlugin(config),
      passkeyPlugin(config),
      codeGuard({ db: scoped, config }),
    ],
    // Whoever reads the table cannot use the links that are open.
    verification: { storeIdentifier: "hashed" },
    // Ours count in the database and by the connection's address: platform/http/rate-limits.ts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      // Under https a browser keeps such a cookie for this host alone, and takes it from no other.
      cookiePrefix: isHttps ? "__Host-better-auth" : "better-auth",
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      // Stated because the library turns both off when it runs under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // A refusal is an answer, not a fault to write down.
    onAPIError: {
      onError: (error) => {
        if (!isAPIError(error) || error.statusCode >= 500)
          log.error({ err: error }, "identity: a call failed");
      },
    },
    logger: {
      level: "error",
      // Of what it adds only errors are kept: the rest are addresses of people.
      log: (_level, message, ...details) =>
        log.error(
          { err: details.find((detail) => detail instanceof Error) },
          `identity: ${message}`,
        ),
    },
  });
  return {
    baseUrl,
    tokenKey: accessTokenKey(secret),
    sealingKey: sealingKey(secret),
    openSession: async (identityId, { ip, userAgent }) => {
      const headers = new Headers({ "x-forwarded-for": ip });
      if (userAgent !== undefined) headers.set("user-agent", userAgent);
      const body = { identityId };
      const answer = await service.api.openSession({ body, headers, returnHeaders: true });
      // The two-factor plugin's hook replaces the response if it asks for a code.
      return { cookies: answer.headers.getSetCookie(), asksCode: !("opened" in answer.response) };
    },
    answer: (request, { letter, changes, endsLinks } = {}) => {
      const call = async () => {
        if (changes) await holdPerson(current().tx, changes);
        const response = await registrationRefusal(await service.handler(request));
        if (endsLinks && changes && response.ok)
          await forgetLinks(current().tx, changes.identityId);
        if (letter && response.ok) current().mails.push(letter);
        return response;
      };
      const mails = mailingPaths.some((path) => request.url === `${baseUrl}/api/auth/${path}`);
      return mails || letter || changes ? inOne(call) : call();
    },
    sessionOf: async (cookie) => {
      const found = await service.api.getSession({
        headers: new Headers({ cookie: cookie ?? "" }),
      });
      if (!found || isTooOld(found.session.createdAt, new Date())) return null;
      const { session, user } = found;
      return {
        sessionId: session.id,
        identityId: user.id,
        name: user.name,
        email: user.email,
        image: user.image ?? null,
        isConfirmed: user.emailVerified,
        hasTwoFactor: user.twoFactorEnabled ?? false,
      };
    },
  };
}
