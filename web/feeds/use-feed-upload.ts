import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { errorMessage } from "#web/platform/error-message.ts";
import { uploadFile } from "#web/platform/upload-file.ts";
import { feedKeys } from "./feed-queries.ts";
import { heldCorrections, heldFile, holdFile, refuseFile } from "./held-files.ts";

export type FeedUpload = ReturnType<typeof useFeedUpload>;

/** Uploads a file to a feed and opens its plan. */
export function useFeedUpload(feedId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<{ name: string; sent: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function upload(file: File) {
    running.current?.abort();
    const refusal = refuseFile(file);
    setError(refusal);
    if (refusal) return;
    const controller = new AbortController();
    running.current = controller;
    holdFile(feedId, file);
    setState({ name: file.name, sent: 0 });
    try {
      const query = new URLSearchParams({ file: file.name.slice(0, 200) });
      const corrections = heldCorrections(feedId);
      if (Object.keys(corrections).length > 0)
        query.set("corrections", JSON.stringify(corrections));
      const path = `/feeds/${encodeURIComponent(feedId)}/plans?${query}`;
      const plan = await uploadFile<FeedPlanAnswer>(path, file, {
        signal: controller.signal,
        onProgress: (sent) => setState({ name: file.name, sent }),
      });
      await queryClient.invalidateQueries({ queryKey: feedKeys.all });
      void navigate(`/dashboard/feeds/${feedId}/plans/${plan._id}`);
    } catch (failure) {
      if (!controller.signal.aborted) setError(errorMessage(failure));
    } finally {
      if (running.current === controller) setState(null);
    }
  }

  return {
    upload,
    /** The file that is being uploaded and how much of it was sent, from 0 to 1; null otherwise. */
    progress: state,
    error,
    cancel: () => {
      running.current?.abort();
      setState(null);
    },
    /** The file that was uploaded last, since the page was loaded. */
    lastFile: heldFile(feedId),
  };
}
