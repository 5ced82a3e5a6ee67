import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { fetchAccessToken } from "#web/identity/sessions/renew-access-token.ts";
import { roleQuery } from "#web/identity/sessions/session-queries.ts";

/** Turns the account into a seller account. The new role shows immediately, in other tabs too. */
export function useBecomeSeller(email: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<ModifiedAnswer>("/account/become-seller", {}),
    onSuccess: async ({ modifiedCount }) => {
      if (modifiedCount === 0) return;
      // A new token makes other tabs refetch the role. If fetching it fails, this tab still continues.
      await fetchAccessToken(email).catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey: roleQuery(email).queryKey });
    },
  });
}
