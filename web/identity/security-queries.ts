import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  Factors,
  PasskeyRecord,
  SessionRecord,
  TwoFactorSetUp,
} from "#shared/identity/security-contract.ts";
import { callIdentity, identityClient } from "./identity-client.ts";
import { makePasskey } from "#web/identity/passkeys/browser-passkeys.ts";
import { renewAccessToken } from "#web/identity/sessions/renew-access-token.ts";

const keys = {
  all: ["security"] as const,
  factors: ["security", "factors"] as const,
  sessions: ["security", "sessions"] as const,
  passkeys: ["security", "passkeys"] as const,
};

export const factorsQuery = queryOptions({
  queryKey: keys.factors,
  queryFn: () => callIdentity<Factors>("GET", "factors"),
  // API keys are created and revoked on another page.
  staleTime: 0,
});
export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: () => callIdentity<SessionRecord[]>("GET", "list-sessions"),
});
export const passkeysQuery = queryOptions({
  queryKey: keys.passkeys,
  queryFn: () => callIdentity<PasskeyRecord[]>("GET", "passkey/list-user-passkeys"),
});

/**
 * A mutation whose form shows its errors. Refetches security data even after a failure, because it may have changed
 * elsewhere. Fetches the token of a new session; if that fails, the next API call does it.
 */
function useSecurityCall<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: { formShowsErrors: true },
    onSuccess: () => renewAccessToken().catch(() => undefined),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  });
}

export const useChangePassword = () =>
  useSecurityCall((body: { currentPassword: string; newPassword: string }) =>
    callIdentity("POST", "change-password", body),
  );
export const useReauthenticateByPassword = () =>
  useSecurityCall((password: string) => callIdentity("POST", "verify-password", { password }));
export const useReauthenticateByPasskey = () =>
  useSecurityCall(() => identityClient.signInByPasskey());

type Password = { password?: string };
export const useBeginTwoFactor = () =>
  useSecurityCall((body: Password) =>
    callIdentity<TwoFactorSetUp>("POST", "two-factor/enable", body),
  );
export const useFinishTwoFactor = () =>
  useSecurityCall((code: string) => identityClient.giveCode("app", code));
export const useDisableTwoFactor = () =>
  useSecurityCall((body: Password) => callIdentity("POST", "two-factor/disable", body));
export const useNewBackupCodes = () =>
  useSecurityCall((body: Password) =>
    callIdentity<Pick<TwoFactorSetUp, "backupCodes">>(
      "POST",
      "two-factor/generate-backup-codes",
      body,
    ),
  );

export const useAddPasskey = () =>
  useSecurityCall(async (name: string) => {
    const options = await callIdentity<PublicKeyCredentialCreationOptionsJSON>(
      "GET",
      "passkey/generate-register-options",
    );
    const response = await makePasskey(options);
    return callIdentity("POST", "passkey/verify-registration", { response, name });
  });
export const useRenamePasskey = () =>
  useSecurityCall((body: { id: string; name: string }) =>
    callIdentity("POST", "passkey/update-passkey", body),
  );
export const useRemovePasskey = () =>
  useSecurityCall((id: string) => callIdentity("POST", "passkey/delete-passkey", { id }));

export const useEndSession = () =>
  useSecurityCall((id: string) => callIdentity("POST", "revoke-session", { id }));
export const useEndOtherSessions = () =>
  useSecurityCall(() => callIdentity("POST", "revoke-other-sessions", {}));
export const endAllSessions = () => callIdentity("POST", "revoke-sessions", {});
