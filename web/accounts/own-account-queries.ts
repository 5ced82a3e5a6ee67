import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { OwnAccountRecord } from "#shared/accounts/account-contract.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { api } from "#web/platform/requests/api-client.ts";

export const ownAccountQuery = queryOptions({
  queryKey: ["own-account"],
  queryFn: () => api.get<OwnAccountRecord>("/account"),
});

/** Changes the name or photo, which many lists and cars show, so everything is fetched again. */
export function useChangeProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (profile: { name?: string; image?: string | null }) =>
      identityClient.updateProfile(profile),
    meta: { formShowsErrors: true },
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useChangeContact() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (contact: { phone: string; location: string }) =>
      api.put<ModifiedAnswer>("/account/contact", contact),
    meta: { formShowsErrors: true },
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
