import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { VerificationCheck } from "#shared/accounts/verification.ts";
import type {
  Appeal,
  OwnModerationAction,
  appealStates,
} from "#shared/moderation/moderation-contract.ts";
import type { AppealOutcome } from "#shared/moderation/moderation.ts";
import type { CreatedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { useShop } from "#web/platform/root-data.ts";

const keys = {
  actions: ["moderation", "actions"] as const,
  appeals: ["moderation", "appeals"] as const,
};

/** Moderation actions against the signed-in seller, newest first, with their appeals. */
export const ownActionsQuery = infiniteQueryOptions({
  queryKey: keys.actions,
  queryFn: ({ pageParam, signal }) =>
    api.list<OwnModerationAction>("/moderation", pageParam, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** Appeals for admins, newest first. */
export function appealsQuery(state: (typeof appealStates)[number]) {
  return infiniteQueryOptions({
    queryKey: [...keys.appeals, state],
    queryFn: ({ pageParam, signal }) =>
      api.list<Appeal>(`/appeals?state=${state}`, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

// Moderation changes users, cars, reports and appeals, so refetch everything.
function useModerationCall<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => queryClient.invalidateQueries() });
}

const path = (id: string) => encodeURIComponent(id);

export const useSuspendSeller = () =>
  useModerationCall(({ id, reason }: { id: string; reason: string }) =>
    api.put<ModifiedAnswer>(`/seller/suspend/${path(id)}`, { reason }),
  );
export const useLiftSuspension = () =>
  useModerationCall((id: string) => api.delete<ModifiedAnswer>(`/seller/suspend/${path(id)}`));

type Checks = { checked: VerificationCheck[]; note: string; validUntil: string | null };
/** Verifies a seller. Without checks it is the specified call, which has no body. */
export const useVerifySeller = () =>
  useModerationCall(({ id, checks }: { id: string; checks?: Checks }) =>
    api.put<ModifiedAnswer>(`/seller/verify/${path(id)}`, checks),
  );
/** Takes back this admin's own verification; for one of another admin, `useRevokeVerification`. */
export const useUndoVerification = () =>
  useModerationCall((id: string) =>
    api.delete<ModifiedAnswer>(`/seller/verify/${path(id)}`, { undo: true }),
  );
export const useRevokeVerification = () =>
  useModerationCall(({ id, reason }: { id: string; reason: string }) =>
    api.delete<ModifiedAnswer>(`/seller/verify/${path(id)}`, { reason }),
  );

/** Reopens a product's dismissed reports. */
export function reopenReports(base: string, productId: string): Promise<ModifiedAnswer> {
  return api.post<ModifiedAnswer>(`/reportedProducts/${path(productId)}/reopen`, undefined, {
    base,
  });
}
export function useReopenReports() {
  const { reportsApiUrl: base } = useShop();
  return useModerationCall((productId: string) => reopenReports(base, productId));
}

export const useSubmitAppeal = () =>
  useModerationCall((appeal: { actionId: string; text: string }) =>
    api.post<CreatedAnswer>("/appeals", appeal),
  );
export const useDecideAppeal = () =>
  useModerationCall(({ id, ...decision }: { id: string; outcome: AppealOutcome; reason: string }) =>
    api.post<ModifiedAnswer>(`/appeals/${path(id)}/decide`, decision),
  );
