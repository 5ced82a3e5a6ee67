import {
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { z } from "zod";
import type {
  changeFeedBody,
  createFeedBody,
  FeedAnswer,
  FeedChangeAnswer,
  FeedColumnMap,
  FeedPlanAnswer,
  FeedWithHistory,
} from "#shared/feeds/feed-contract.ts";
import type { FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import type { CarWithFailedPhotos, FeedPhotoPage } from "#shared/feeds/feed-photo-contract.ts";
import type { RefusedRow, RefusedRowPage } from "#shared/feeds/refused-row-contract.ts";
import type {
  DecideAllEdits,
  DecideAllEditsAnswer,
  DecideEdit,
  DecideEdits,
  DecideEditsAnswer,
  EditedCarPage,
} from "#shared/feeds/feed-edit-contract.ts";
import type {
  CreatedAnswer,
  DeletedAnswer,
  ModifiedAnswer,
} from "#shared/outcomes/outcome-contract.ts";
import { api, type ListPage } from "#web/platform/requests/api-client.ts";
import { uploadFile } from "./upload-file.ts";
import { previewPart } from "./preview-part.ts";

/** A large plan takes minutes. The page follows its progress meanwhile. */
const longestRunMs = 15 * 60_000;

export const feedKeys = {
  all: ["feeds"] as const,
  feed: (id: string) => ["feeds", id] as const,
  plan: (id: string, planId: string) => ["feeds", id, "plans", planId] as const,
  changes: (id: string, planId: string, search: string) =>
    ["feeds", id, "plans", planId, "changes", search] as const,
  refused: (id: string, planId: string, search: string) =>
    ["feeds", id, "plans", planId, "refused", search] as const,
};

type Signal = { signal: AbortSignal };
const feedPath = (id: string) => `/feeds/${encodeURIComponent(id)}`;
const planPath = (id: string, planId: string) =>
  `${feedPath(id)}/plans/${encodeURIComponent(planId)}`;

/** The signed-in seller's feeds by name. */
export const feedsQuery = {
  queryKey: feedKeys.all,
  queryFn: ({ signal }: Signal) => api.get<FeedAnswer[]>("/feeds", { signal }),
};

/** A feed with its history. */
export const feedQuery = (id: string) => ({
  queryKey: feedKeys.feed(id),
  queryFn: ({ signal }: Signal) => api.get<FeedWithHistory>(feedPath(id), { signal }),
});

/** A plan. While it is applied or undone, it is read again every second. */
export const planQuery = (id: string, planId: string, isRunning: boolean) => ({
  queryKey: feedKeys.plan(id, planId),
  queryFn: ({ signal }: Signal) => api.get<FeedPlanAnswer>(planPath(id, planId), { signal }),
  refetchInterval: ({ state: { data } }: { state: { data?: FeedPlanAnswer | undefined } }) =>
    isRunning || data?.state === "applying" || data?.state === "undoing" ? 1_000 : false,
});

type Cursors = { nextCursor: string | null; previousCursor: string | null };

/** A page of a plan's changes. `total` is known from the plan; null if it is not. */
export const changesQuery = (
  { id, planId }: { id: string; planId: string },
  search: string,
  total: number | null,
) => ({
  queryKey: feedKeys.changes(id, planId, search),
  queryFn: async ({ signal }: Signal): Promise<ListPage<FeedChangeAnswer & { _id: string }>> => {
    const { changes, ...cursors } = await api.get<{ changes: FeedChangeAnswer[] } & Cursors>(
      `${planPath(id, planId)}/changes${search}`,
      { signal },
    );
    const items = changes.map((change) => ({ ...change, _id: String(change.number) }));
    return { items, total: total ?? items.length, ...cursors };
  },
});

/** A page of the rows that a plan refused. */
export const refusedQuery = (
  { id, planId }: { id: string; planId: string },
  search: string,
  total: number | null,
) => ({
  queryKey: feedKeys.refused(id, planId, search),
  queryFn: async ({
    signal,
  }: Signal): Promise<ListPage<RefusedRow & { _id: string }> & Pick<RefusedRowPage, "reasons">> => {
    const { rows, ...page } = await api.get<RefusedRowPage>(
      `${planPath(id, planId)}/refused${search}`,
      { signal },
    );
    const items = rows.map((row) => ({ ...row, _id: String(row.line) }));
    return { items, total: total ?? items.length, ...page };
  },
});

/** A fact that was edited in the shop and that the feed says otherwise. */
export type FeedEdit = EditedCarPage["cars"][number]["differences"][number] & {
  _id: string;
  productId: string;
  name: string;
  identity: string | null;
};

/** A page of what was edited in the shop and waits for a decision, a row for each fact. */
export const editsQuery = (id: string, search: string, total: number) => ({
  queryKey: [...feedKeys.feed(id), "edits", search] as const,
  queryFn: async ({ signal }: Signal): Promise<ListPage<FeedEdit>> => {
    const { cars, ...cursors } = await api.get<EditedCarPage>(`${feedPath(id)}/edits${search}`, {
      signal,
    });
    const items = cars.flatMap(({ differences, ...car }) =>
      differences.map((one) => ({ ...car, ...one, _id: `${car.productId} ${one.field}` })),
    );
    return { items, total, ...cursors };
  },
});

// Servers refuse long addresses.
const longestColumns = 4_000;

const photoPollMs = 10_000;

/** A page of the cars of a feed whose photos failed, with how many photos there are in all. */
export type PhotoPage = ListPage<CarWithFailedPhotos & { _id: string }> &
  Pick<FeedPhotoPage, "fetched" | "waiting" | "failed">;

/** The photos of a feed. They are read again while some wait to be fetched. */
export const feedPhotosQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...feedKeys.feed(id), "photos"] as const,
    queryFn: async ({ pageParam, signal }): Promise<PhotoPage> => {
      const query = pageParam === null ? "" : `&cursor=${encodeURIComponent(pageParam)}`;
      const { cars, failedCars, ...page } = await api.get<FeedPhotoPage>(
        `${feedPath(id)}/photos?limit=20${query}`,
        { signal },
      );
      const items = cars.map((car) => ({ ...car, _id: car.productId }));
      return { ...page, items, total: failedCars };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state: { data } }) =>
      (data?.pages[0]?.waiting ?? 0) > 0 ? photoPollMs : false,
  });

/** How a file would be read with these columns. */
export const previewQuery = (id: string, file: File, columns: FeedColumnMap) => ({
  // Not among the feeds, which are read again after each change.
  queryKey: ["feed-preview", id, file.name, file.size, file.lastModified, columns] as const,
  queryFn: async ({ signal }: Signal) => {
    const query = new URLSearchParams({ file: file.name.slice(0, 200) });
    const json = JSON.stringify(columns);
    const part = await previewPart(file);
    const before = new Blob([json]);
    const isLong = encodeURIComponent(json).length > longestColumns;
    if (isLong) query.set("columnsBytes", String(before.size));
    else query.set("columns", json);
    const path = `${feedPath(id)}/preview?${query}`;
    return uploadFile<FeedPreview>(path, isLong ? new Blob([before, part]) : part, { signal });
  },
  placeholderData: keepPreviousData,
  staleTime: Infinity,
  refetchOnReconnect: false,
});

/** What the last plan of a feed could not read, without its file. Among the feeds, because each plan changes it. */
export const plannedPreviewQuery = (id: string) => ({
  queryKey: [...feedKeys.feed(id), "preview"] as const,
  queryFn: ({ signal }: Signal) => api.get<FeedPreview>(`${feedPath(id)}/preview`, { signal }),
});

function useFeedMutation<Given, Answer>(
  call: (given: Given) => Promise<Answer>,
  meta?: { formShowsErrors: true },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => queryClient.invalidateQueries({ queryKey: feedKeys.all }),
    meta,
  });
}

export const useCreateFeed = () =>
  useFeedMutation(
    (body: z.input<typeof createFeedBody>) => api.post<CreatedAnswer>("/feeds", body),
    { formShowsErrors: true },
  );

export const useChangeFeed = (id: string) =>
  useFeedMutation(
    (body: z.input<typeof changeFeedBody>) => api.patch<ModifiedAnswer>(feedPath(id), body),
    { formShowsErrors: true },
  );

/** Decides whether the feed or the shop wins in a fact of a car, which the lists of cars show. */
export function useDecideEdit(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DecideEdit) => api.post<ModifiedAnswer>(`${feedPath(id)}/edits`, body),
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/** Decides about many facts at once. */
export const decideEdits = (id: string, body: DecideEdits) =>
  api.post<DecideEditsAnswer>(`${feedPath(id)}/edits/bulk`, body);

/** Decides about every fact that waits. `next` says how to go on. */
export const decideAllEdits = (id: string, body: DecideAllEdits, options: Signal) =>
  api.post<DecideAllEditsAnswer>(`${feedPath(id)}/edits/bulk/all`, body, options);

/** Has the photos of a feed that failed fetched again now. */
export const useRetryPhotos = (id: string) =>
  useFeedMutation(() => api.post<ModifiedAnswer>(`${feedPath(id)}/photos/retry`));

export const useDeleteFeed = (id: string) =>
  useFeedMutation(() => api.delete<DeletedAnswer>(feedPath(id)));

type Run = { id: string; planId: string };
const patiently = () => ({ signal: AbortSignal.timeout(longestRunMs) });

/** Applies a plan. The other lists of the dashboard show its cars, so all are read again. */
export function useApplyPlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, planId, confirm }: Run & { confirm: boolean }) =>
      api.post<FeedPlanAnswer>(
        `${planPath(id, planId)}/apply`,
        confirm ? { confirm } : {},
        patiently(),
      ),
    onSettled: () => queryClient.invalidateQueries(),
    meta: { formShowsErrors: true },
  });
}

export const useDiscardPlan = () =>
  useFeedMutation(({ id, planId }: Run) =>
    api.post<FeedPlanAnswer>(`${planPath(id, planId)}/discard`),
  );

export function useUndoPlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, planId }: Run) =>
      api.post<FeedPlanAnswer>(`${planPath(id, planId)}/undo`, undefined, patiently()),
    onSettled: () => queryClient.invalidateQueries(),
  });
}
