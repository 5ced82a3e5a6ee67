import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { mostFileMegabytes } from "#shared/feeds/feed-limits.ts";
import { isolate } from "#shared/text/isolate.ts";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import type { FeedUpload } from "./use-feed-upload.ts";

const types = ".csv,.tsv,.txt,.xlsx,.xml,.json,.jsonl,.ndjson,.gz,.zip";

type Props = {
  upload: Pick<FeedUpload, "upload" | "progress" | "error" | "cancel">;
  /** Actions below an error. */
  help?: ReactNode;
};

/** Where a feed's file is chosen or dropped, with the progress of its upload. */
export function FeedFilePicker({ upload, help }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const [isOver, setOver] = useState(false);
  const { progress, error } = upload;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !progress) void upload.upload(file);
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`rounded-soft border border-dashed px-6 py-10 text-center ${isOver ? "border-action-ink bg-well" : "border-edge"}`}
    >
      {progress ? (
        <UploadProgress progress={progress} cancel={upload.cancel} />
      ) : (
        <>
          <FileUp aria-hidden="true" size={28} strokeWidth={1.25} className="mx-auto text-muted" />
          <p className="mt-3">
            <span className="max-md:hidden">Drop a file here, or </span>
            <Button
              look="secondary"
              size="small"
              aria-describedby={error ? errorId : undefined}
              onClick={() => input.current?.click()}
            >
              Choose a file
            </Button>
          </p>
          <p className="mt-3 text-sm text-muted">
            {`CSV, Excel (XLSX), XML or JSON, also zipped, at most ${mostFileMegabytes} MB. Nothing changes until you apply the plan.`}
          </p>
        </>
      )}
      <input
        ref={input}
        type="file"
        accept={types}
        hidden
        aria-label="The feed's file"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again after it was corrected.
          target.value = "";
          if (file) void upload.upload(file);
        }}
      />
      {error && (
        <p id={errorId} role="alert" className="mx-auto mt-4 max-w-prose text-danger wrap-anywhere">
          {error}
        </p>
      )}
      {error && help && <div className="mt-3">{help}</div>}
    </div>
  );
}

function UploadProgress({
  progress: { name, sent },
  cancel,
}: {
  progress: NonNullable<FeedUpload["progress"]>;
  cancel: () => void;
}) {
  const isSent = sent >= 1;
  const words = isSent
    ? `Reading ${isolate(name)} and comparing it with the shop`
    : `Uploading ${isolate(name)}`;
  return (
    <div className="mx-auto max-w-md">
      <p role="status" className="wrap-anywhere">
        {words}
      </p>
      {/* Without a value while the shop reads the file. */}
      <ProgressBar label={words} max={1} value={isSent ? undefined : sent} />
      <p className="mt-3">
        <Button look="quiet" size="small" onClick={cancel}>
          Cancel
        </Button>
      </p>
    </div>
  );
}
