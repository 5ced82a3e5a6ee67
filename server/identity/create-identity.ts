import { betterAuth, type BetterAuthOptions } from "better-auth";
import { isAPIError } from "better-auth/api";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { FastifyBaseLogger } from "fastify";
import { maximumPasswordLength, minimumPasswordLength } from "#shared/accounts/password-rules.ts";
import { resetLinkMinutes } from "#shared/identity/reset-link.ts";
import { endKeys } from "#server/api-keys/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { trustedOrigins } from "#server/platform/http/trusted-origins.ts";
import { accessTokenKey } from "./sessions/access-token.ts";
import { codeGuard } from "./two-factor/code-guard.ts";
import {
  identityCredentialTable,
  identityPasskeyTable,
  identitySessionTable,
  identityTwoFactorTable,
  identityUserTable,
  identityVerificationTable,
} from "./identity-table.ts";
import { identityEmailHooks } from "./identity-email-hooks.ts";
import type { Identity } from "./identity.ts";
import { lockIdentityForChange } from "./lock-identity.ts";
import { deleteLinks } from "./identity-store.ts";
import { oneTransaction } from "./one-transaction.ts";
import { sessionOpener } from "./sessions/session-opener.ts";
import { hashPassword } from "./passwords/password-hash.ts";
import { verifyPassword } from "./passwords/verify-password.ts";
import { sealingKey } from "./third-party/sealed-cookie.ts";
import { correctRegistrationRefusal, passkeyPlugin } from "./passkeys/passkey-plugin.ts";
import { twoFactorPlugin } from "./two-factor/two-factor-plugin.ts";
import { idleTimeout, isExpiredByAge } from "./sessions/session-lifetime.ts";

type EmailHooks = ReturnType<typeof identityEmailHooks>;

/** Seconds for which emailed links are valid. */
const resetLinkLifetime = resetLinkMinutes * 60;
const confirmationLinkLifetime = 24 * 60 * 60;

// Calls that send emails. Each runs in one transaction with them.
const emailingPaths = [
  "sign-up/email",
  "request-password-reset",
  "reset-password",
  "send-verification-email",
];

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
  const baseUrl = baseUrlOf(config);
  const { scoped, inOne, orLost, current, noteError } = oneTransaction(db);
  const service = createService({
    db: scoped,
    config,
    log,
    noteError,
    secret,
    emails: identityEmailHooks(config, baseUrl, current),
  });
  return {
    baseUrl,
    tokenKey: accessTokenKey(secret),
    sealingKey: sealingKey(secret),
    openSession: async (identityId, { ip, userAgent }) => {
      const headers = new Headers({ "x-forwarded-for": ip });
      if (userAgent !== undefined) headers.set("user-agent", userAgent);
      const body = { identityId };
      const answer = await orLost(() =>
        service.api.openSession({ body, headers, returnHeaders: true }),
      );
      // The two-factor plugin's hook replaces the response if it asks for a code.
      return { cookies: answer.headers.getSetCookie(), asksCode: !("opened" in answer.response) };
    },
    answer: (request, { email, changes, endsAccess } = {}) => {
      const call = async () => {
        if (changes) await lockIdentityForChange(current().tx, changes);
        const response = await correctRegistrationRefusal(await service.handler(request));
        if (!response.ok) return response;
        let endedKeys = 0;
        if (endsAccess && changes) {
          await deleteLinks(current().tx, changes.identityId);
          endedKeys = await endKeys(current().tx, changes.identityId, endsAccess);
        }
        if (email) current().emails.push(typeof email === "function" ? email(endedKeys) : email);
        return response;
      };
      const sendsEmail = emailingPaths.some(
        (path) => request.url === `${baseUrl}/api/auth/${path}`,
      );
      return sendsEmail || email || changes ? inOne(call) : orLost(call);
    },
    sessionOf: async (cookie) => {
      const headers = new Headers({ cookie: cookie ?? "" });
      const answer = await orLost(() => service.api.getSession({ headers }));
      if (!answer || isExpiredByAge(answer.session.createdAt, new Date())) return null;
      const { session, user } = answer;
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

/** Better Auth on our tables, with our limits, cookies and emails. */
function createService({
  db,
  config,
  log,
  noteError,
  secret,
  emails,
}: {
  db: Database;
  config: Config;
  log: FastifyBaseLogger;
  noteError: (error: unknown) => void;
  secret: string;
  emails: EmailHooks;
}) {
  const baseUrl = baseUrlOf(config);
  return betterAuth({
    baseURL: baseUrl,
    basePath: "/api/auth",
    secret,
    trustedOrigins: trustedOrigins(config),
    database: drizzleAdapter(db, {
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
    emailAndPassword: passwordSettings(db, emails),
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: confirmationLinkLifetime,
      sendVerificationEmail: emails.sendVerificationEmail,
    },
    // Sensitive calls require recent reauthentication instead of a fresh session: sessions/require-reauthentication.ts.
    session: { freshAge: 0, expiresIn: idleTimeout, updateAge: 24 * 60 * 60 },
    plugins: [
      sessionOpener,
      twoFactorPlugin(config),
      passkeyPlugin(config),
      codeGuard({ db, config }),
    ],
    // A reader of the table cannot use the links.
    verification: { storeIdentifier: "hashed" },
    // Our own limits are in platform/http/rate-limits.ts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      ...cookieSettings(baseUrl.startsWith("https:")),
      // Explicit, because the library turns both off under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    ...logSettings(log, noteError),
  });
}

function passwordSettings(db: Database, emails: EmailHooks) {
  return {
    enabled: true,
    autoSignIn: true,
    minPasswordLength: minimumPasswordLength,
    maxPasswordLength: maximumPasswordLength,
    password: {
      hash: hashPassword,
      verify: (given: { hash: string; password: string }) => verifyPassword(db, given),
    },
    resetPasswordTokenExpiresIn: resetLinkLifetime,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: emails.sendResetPassword,
    onPasswordReset: emails.onPasswordReset,
  };
}

function cookieSettings(isHttps: boolean) {
  return {
    // With this prefix and https, browsers send the cookie to this host only and accept it from no other.
    cookiePrefix: isHttps ? "__Host-better-auth" : "better-auth",
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isHttps },
  };
}

function logSettings(log: FastifyBaseLogger, noteError: (error: unknown) => void) {
  return {
    onAPIError: {
      onError: (error) => {
        // Otherwise the library prints it, with the values of a failed query. Our error handler logs it without,
        // and answers 503 if the database is unavailable.
        if (!isAPIError(error)) throw error;
        // A refusal is not an error to log.
        if (error.statusCode >= 500) log.error({ err: error }, "identity: a call failed");
      },
    },
    logger: {
      level: "error",
      // Other details can contain email addresses.
      log: (_level, message, ...details) => {
        const error = details.find((detail) => detail instanceof Error);
        noteError(error);
        log.error({ err: error }, `identity: ${message}`);
      },
    },
  } satisfies Pick<BetterAuthOptions, "onAPIError" | "logger">;
}

/** The service's own URL: the first of our origins. */
function baseUrlOf(config: Config): string {
  return trustedOrigins(config)[0] ?? "http://localhost";
}
