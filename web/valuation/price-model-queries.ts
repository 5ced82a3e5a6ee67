import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { PriceModelState } from "#shared/valuation/price-model-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

const key = ["price-model"];

const isTraining = (state: PriceModelState | undefined) =>
  state?.training?.state === "waiting" || state?.training?.state === "running";

/** The price model. Read again every two seconds during a training, so that its outcome appears. */
export const priceModelQuery = {
  queryKey: key,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<PriceModelState>("/valuation/model", { signal }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data: PriceModelState | undefined } }) =>
    isTraining(state.data) ? 2_000 : 30_000,
};

/** Queues a training. `modifiedCount` 0 comes with a `message`. */
export function useTrainPriceModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<ModifiedAnswer>("/valuation/model/train"),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
