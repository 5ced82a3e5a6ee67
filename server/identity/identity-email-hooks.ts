import { endKeys } from "#server/api-keys/public.ts";
import type { NewEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { confirmOwnership } from "./confirm-ownership.ts";
import { lockIdentityForUpdate } from "./factor-store.ts";
import {
  confirmationEmail,
  passwordResetDoneEmail,
  passwordResetEmail,
  type Addressee,
} from "./identity-emails.ts";
import { deleteLinks } from "./identity-store.ts";
import type { oneTransaction } from "./one-transaction.ts";
import { clearFailedSignIns } from "./passwords/limit-sign-ins.ts";

type ServiceUser = { id: string; name: string; email: string; emailVerified: boolean };

/** What the identity service calls when it wants an email sent. All of it runs in the transaction of the call. */
export function identityEmailHooks(
  config: Config,
  shopAddress: string,
  current: ReturnType<typeof oneTransaction>["current"],
) {
  /** Adds an email to the call, unless the account was deleted since the call began. */
  async function sendTo(identityId: string, email: NewEmail): Promise<void> {
    const { tx, emails } = current();
    if (await lockIdentityForUpdate(tx, identityId)) emails.push(email);
  }

  return {
    sendResetPassword: ({ user, token }: { user: ServiceUser; token: string }) =>
      sendTo(user.id, passwordResetEmail(config, { user: addressee(user), shopAddress, token })),

    sendVerificationEmail: ({ user, token }: { user: ServiceUser; token: string }) =>
      sendTo(user.id, confirmationEmail(config, { user: addressee(user), shopAddress, token })),

    onPasswordReset: async ({ user }: { user: ServiceUser }) => {
      const { tx, emails } = current();
      await deleteLinks(tx, user.id);
      // Anyone who knew the old password may have made keys.
      const endedKeys = await endKeys(tx, user.id, "password_reset");
      await clearFailedSignIns(tx, user.email);
      const remaining = await confirmOwnership(tx, {
        id: user.id,
        wasConfirmed: user.emailVerified,
      });
      // `user` was read before the reset, so an unconfirmed name, which an attacker may have chosen, is not used.
      const to = { user: addressee(user), shopAddress };
      emails.push(passwordResetDoneEmail(config, { ...to, ...remaining, endedKeys }));
    },
  };
}

function addressee({ name, email, emailVerified }: ServiceUser): Addressee {
  return { name, email, isConfirmed: emailVerified };
}
