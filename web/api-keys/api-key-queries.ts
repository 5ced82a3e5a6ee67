import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ApiKey, NewKeyAnswer, newKeyBody } from "#shared/api-keys/api-key-contract.ts";
import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

const keys = { all: ["api-keys"] as const };

/** The signed-in seller's API keys, the latest first. */
export const apiKeysQuery = {
  queryKey: keys.all,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<ApiKey[]>("/keys", { signal }),
};

/** Creates a key. Its answer is the only one with the whole key. */
export function useCreateKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof newKeyBody>) => api.post<NewKeyAnswer>("/keys", body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta: { formShowsErrors: true },
  });
}

export function useRevokeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete<DeletedAnswer>(`/keys/${encodeURIComponent(id)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  });
}
