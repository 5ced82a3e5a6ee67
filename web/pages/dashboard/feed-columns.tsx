import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { FeedPlaceholder } from "#web/feeds/feed-placeholder.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { ColumnMapping } from "#web/feeds/mapping/column-mapping.tsx";
import { FeedFilePicker } from "#web/feeds/feed-file-picker.tsx";
import { feedQuery } from "#web/feeds/feed-queries.ts";
import { rememberedFile, rememberFile, refuseFile } from "#web/feeds/remembered-files.ts";
import {
  rememberedMapping,
  type RememberedMapping,
} from "#web/feeds/mapping/remembered-mapping.ts";
import { PlannedValues } from "#web/feeds/plan/planned-values.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import type { Route } from "./+types/feed-columns";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Columns");

/** What the columns of a feed's files mean, with a preview of the first rows. */
export default function FeedColumnsPage({ params }: Route.ComponentProps) {
  const query = useQuery(feedQuery(params.id));
  if (!query.data) return <FeedPlaceholder query={query} title="Columns" what="feed" />;
  return (
    <>
      <PageHeading title="Columns" />
      <Columns key={params.id} feed={query.data} />
    </>
  );
}

function Columns({ feed }: { feed: FeedAnswer }) {
  const [file, setFile] = useState(() => rememberedFile(feed._id));
  const [error, setError] = useState<string | null>(null);
  const [unsaved, setUnsaved] = useState<RememberedMapping | null>(null);
  // Only the browser knows it, so it is not in the page that the server renders.
  useEffect(() => setUnsaved(rememberedMapping(feed._id)), [feed._id]);
  if (file) return <ColumnMapping feed={feed} file={file} />;

  async function choose(chosen: File) {
    const refusal = refuseFile(chosen);
    setError(refusal);
    if (refusal !== null) return;
    rememberFile(feed._id, chosen);
    setFile(chosen);
  }

  return (
    <>
      <p className="mb-6 max-w-2xl text-muted">
        {unsaved
          ? `Choose ${unsaved.file} again to go on. Files are not kept when the page is loaded again, but your choices of columns are.`
          : "Choose a file of this feed to see how its columns are read."}
      </p>
      <FeedFilePicker upload={{ upload: choose, progress: null, error, cancel: () => undefined }} />
      {feed.lastPlan && <PlannedValues feed={feed} />}
    </>
  );
}
