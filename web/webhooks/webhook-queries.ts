import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeletedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookSecretAnswer,
} from "#shared/webhooks/webhook-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

const keys = {
  all: ["webhook"] as const,
  endpoint: ["webhook", "endpoint"] as const,
  deliveries: (search: string) => ["webhook", "deliveries", search] as const,
};

/** The signed-in seller's webhook, or null. */
export const webhookQuery = {
  queryKey: keys.endpoint,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<{ endpoint: WebhookEndpoint | null }>("/webhook", { signal }),
};

/** One page of what was sent to it, the latest first. */
export const deliveriesQuery = (search: string) => ({
  queryKey: keys.deliveries(search),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.list<WebhookDelivery>(`/webhook/deliveries${search}`, null, { signal }),
});

function useWebhookChange<Given, Answer>(
  call: (given: Given) => Promise<Answer>,
  meta?: { formShowsErrors: true },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta,
  });
}

export const useSetWebhook = () =>
  useWebhookChange((url: string) => api.put<WebhookSecretAnswer>("/webhook", { url }), {
    formShowsErrors: true,
  });

export const useReplaceSecret = () =>
  useWebhookChange(() => api.post<WebhookSecretAnswer>("/webhook/secret"));

export const useRemoveWebhook = () => useWebhookChange(() => api.delete<DeletedAnswer>("/webhook"));

export const useResendWebhook = () =>
  useWebhookChange((id: string) =>
    api.post<ModifiedAnswer>(`/webhook/deliveries/${encodeURIComponent(id)}/resend`),
  );
