import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { mostCorrectionBytes, type FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { uploadFile } from "./upload-file.ts";
import { feedKeys } from "./feed-queries.ts";
import {
  rememberedCorrections,
  rememberedFile,
  rememberFile,
  rememberPlan,
  refuseFile,
} from "./remembered-files.ts";

/** The corrected cells of the feed's file, which are sent before it. */
function correctionsBefore(feedId: string): Blob {
  const corrections = rememberedCorrections(feedId);
  const isEmpty = Object.keys(corrections).length === 0;
  return new Blob(isEmpty ? [] : [JSON.stringify(corrections)]);
}

const refuseCorrections = (feedId: string): string | null =>
  correctionsBefore(feedId).size > mostCorrectionBytes
    ? "These are too many corrections to send at once. Correct the other rows in the file itself."
    : null;

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
    let refusal = refuseFile(file);
    if (!refusal) {
      rememberFile(feedId, file);
      refusal = refuseCorrections(feedId);
    }
    setError(refusal);
    if (refusal) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ name: file.name, sent: 0 });
    try {
      const query = new URLSearchParams({ file: file.name.slice(0, 200) });
      const corrections = correctionsBefore(feedId);
      if (corrections.size > 0) query.set("correctionsBytes", String(corrections.size));
      const path = `/feeds/${encodeURIComponent(feedId)}/plans?${query}`;
      const plan = await uploadFile<FeedPlanAnswer>(path, new Blob([corrections, file]), {
        signal: controller.signal,
        onProgress: (sent) => setState({ name: file.name, sent }),
      });
      rememberPlan(feedId, file, plan._id);
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
    lastFile: rememberedFile(feedId),
  };
}
