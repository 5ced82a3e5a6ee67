import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import type { FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import { fold } from "#shared/text/fold.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { isolate } from "#shared/text/isolate.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading } from "#web/ui/loading.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import { columnWord } from "./column-words.ts";
import { previewQuery } from "../feed-queries.ts";
import type { Mapping } from "./remembered-mapping.ts";
import { PreviewRows } from "../preview-rows.tsx";
import { useFeedUpload } from "../use-feed-upload.ts";
import { useMapping } from "./use-mapping.ts";
import { ValueMapping } from "./value-mapping.tsx";

/** Chooses what each column is read as, and shows what comes of it. */
export function ColumnMapping({ feed, file }: { feed: FeedAnswer; file: File }) {
  const { mapping, change, ...saving } = useMapping(feed, file.name);
  const query = useQuery(previewQuery(feed._id, file, mapping));
  const preview = query.data;
  if (query.error)
    return (
      <ErrorState
        title="We could not read this file"
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (!preview) return <Loading label={`Reading ${isolate(file.name)}`} />;
  return (
    <div aria-busy={query.isPlaceholderData || undefined}>
      <Summary preview={preview} file={file} feedId={feed._id} />
      <Table
        caption="Columns"
        columns={columnsOf(preview, (header, field) =>
          change({ ...mapping, [fold(header)]: field }),
        )}
        rows={preview.columns.map((column, at) => ({ ...column, at }))}
        rowKey={({ at }) => String(at)}
      />
      <ValueMapping preview={preview} mapping={mapping} change={change} />
      <SaveMapping
        feed={feed}
        file={file}
        saving={saving}
        mapping={mapping}
        reset={() => change({})}
        mayPlan={preview.missing.length === 0 && !query.isPlaceholderData}
      />
      <PreviewRows preview={preview} />
    </div>
  );
}

function Summary({
  preview: { missing, problem, read, refused },
  file,
  feedId,
}: {
  preview: FeedPreview;
  file: File;
  feedId: string;
}) {
  const isGood = missing.length === 0 && problem === null;
  return (
    <p
      role="status"
      className={`mb-6 border-l-2 bg-raised px-4 py-3 wrap-anywhere ${isGood ? "border-action-ink" : "border-danger"}`}
    >
      <span>
        {missing.length > 0
          ? `${isolate(file.name)} has no column for ${missing.map((field) => columnWord(field).toLowerCase()).join(" and ")} yet. Choose one below.`
          : (problem ??
            `${formatNumber(read - refused)} of the ${formatNumber(read)} rows at the beginning of ${isolate(file.name)} can be read.`)}
      </span>
      {missing.length === 0 && problem !== null && (
        <>
          {" "}
          <Link to={`/dashboard/feeds/${feedId}#options`} className="text-link">
            Change options
          </Link>
        </>
      )}
    </p>
  );
}

type FileColumn = FeedPreview["columns"][number] & { at: number };

function columnsOf(
  { fields }: FeedPreview,
  choose: (header: string, field: string | null) => void,
): Column<FileColumn>[] {
  const options = fields
    .map((field) => ({ field, label: columnWord(field) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return [
    { head: "Column of the file", isName: true, cell: ({ header }) => header || "(no header)" },
    {
      head: "First values",
      cell: ({ values }) => values.filter((value) => value.trim() !== "").join(" · ") || "Empty",
    },
    {
      head: "Read as",
      cell: ({ header, field }) => (
        <select
          aria-label={`Read ${header} as`}
          value={field ?? ""}
          className="field-box min-h-11 min-w-40"
          onChange={({ target }) => choose(header, target.value || null)}
        >
          <option value="">Not read</option>
          {options.map((option) => (
            <option key={option.field} value={option.field}>
              {option.label}
            </option>
          ))}
        </select>
      ),
    },
  ];
}

const hasValues = (mapping: Mapping) =>
  Object.values(mapping).some((column) => column !== null && typeof column === "object");

function SaveMapping({
  feed,
  file,
  saving,
  mapping,
  reset,
  mayPlan,
}: {
  feed: FeedAnswer;
  file: File;
  saving: Pick<ReturnType<typeof useMapping>, "save" | "isSaving">;
  mapping: Mapping;
  reset: () => void;
  mayPlan: boolean;
}) {
  const upload = useFeedUpload(feed._id);
  const [error, setError] = useState<string | null>(null);

  async function run() {
    setError(null);
    try {
      if (!(await saving.save())) return;
      await upload.upload(file);
    } catch (failure) {
      setError(errorMessage(failure));
    }
  }

  return (
    <div className="mt-6 mb-12">
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={!mayPlan}
          busy={saving.isSaving || upload.progress !== null}
          onClick={() => void run()}
        >
          Save and plan <bdi>{file.name}</bdi>
        </Button>
        <Button look="secondary" onClick={reset}>
          {hasValues(mapping) ? "Recognize columns and values again" : "Recognize columns again"}
        </Button>
      </div>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {error ?? upload.error}
      </p>
    </div>
  );
}
