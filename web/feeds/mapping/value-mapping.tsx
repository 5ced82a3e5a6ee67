import { useState } from "react";
import type {
  FeedPreview,
  PreviewedValue,
  PreviewedValues,
} from "#shared/feeds/feed-preview-contract.ts";
import { fold } from "#shared/text/fold.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import { columnWord } from "./column-words.ts";
import { reasonText } from "../feed-words.ts";
import type { Mapping } from "./remembered-mapping.ts";
import { mapValue, meaningOf, meaningsOf, type Meanings } from "./map-value.ts";
import { valueWord } from "./value-words.ts";

type Props = { preview: FeedPreview; mapping: Mapping; change: (next: Mapping) => void };

/** Chooses what values of a file mean, such as its own word for a fuel. */
export function ValueMapping({ preview, mapping, change }: Props) {
  const [showsRead, setShowsRead] = useState(false);
  const columns = preview.values ?? [];
  if (columns.length === 0) return null;
  const shown = columns.flatMap((column) => {
    const header = preview.columns[column.column]?.header ?? "";
    const meanings = meaningsOf(mapping, { header, column });
    const isOpen = ({ value, unread, planned = 0, isMapped }: PreviewedValue) =>
      unread > 0 || planned > 0 || isMapped || meaningOf(meanings, value) !== undefined;
    const values = showsRead ? column.values : column.values.filter(isOpen);
    return values.length > 0 ? [{ header, column, meanings, values }] : [];
  });
  // Without a file, only what the last plan could not read is known.
  const knowsRead = columns.some(({ values, more }) => more.read > 0 || values.some(wasRead));
  const isPlanned = shown.some(({ values }) => values.some(({ planned = 0 }) => planned > 0));
  return (
    <section aria-labelledby="values" className="mt-12">
      <h2 id="values" className="display text-2xl">
        Values
      </h2>
      <p className="mt-1 max-w-2xl text-muted">{`${
        shown.length === 0
          ? "All values at the beginning of the file can be read."
          : "Choose what a value of the file means if it could not be read, or was read wrongly."
      }${isPlanned ? " What the last plan could not read in the whole file is listed, too." : ""}`}</p>
      {knowsRead && <ShowsRead showsRead={showsRead} show={setShowsRead} />}
      {shown.map((one) => (
        <ColumnValues
          key={one.column.column}
          {...one}
          showsRead={showsRead}
          choose={(value, meaning) => change(mapValue(mapping, one, value, meaning))}
        />
      ))}
    </section>
  );
}

const wasRead = ({ rows, unread }: PreviewedValue) => rows > unread;

function ShowsRead({ showsRead, show }: { showsRead: boolean; show: (shows: boolean) => void }) {
  return (
    <label className="mt-3 flex min-h-11 w-fit items-center gap-3">
      <input
        type="checkbox"
        checked={showsRead}
        className="size-4.5 shrink-0 accent-action-ink"
        onChange={({ target }) => show(target.checked)}
      />
      Show values that were read
    </label>
  );
}

type ColumnProps = {
  header: string;
  column: PreviewedValues;
  meanings: Meanings;
  values: readonly PreviewedValue[];
  showsRead: boolean;
  /** Called with the new meaning of a value: null leaves it out, and undefined removes its meaning. */
  choose: (value: string, meaning: string | null | undefined) => void;
};

function ColumnValues({ header, column, meanings, values, showsRead, choose }: ColumnProps) {
  const { field, more } = column;
  const left = more.unread + (showsRead ? more.read : 0);
  return (
    <div className="mt-8">
      <h3 className="mb-2 font-medium wrap-anywhere">
        <span>{header}</span>{" "}
        <span className="font-normal text-muted">{`read as ${columnWord(field)}`}</span>
      </h3>
      <Table
        caption={`Values of ${header}`}
        columns={valueColumns({ header, column, meanings, choose })}
        rows={values}
        rowKey={({ value }) => fold(value)}
      />
      {left > 0 && (
        <p className="mt-2 text-sm text-muted">{`And ${formatNumber(left)} more, in fewer rows. Map these first.`}</p>
      )}
    </div>
  );
}

function valueColumns({
  header,
  column,
  meanings,
  choose,
}: Pick<ColumnProps, "header" | "column" | "meanings" | "choose">): Column<PreviewedValue>[] {
  return [
    { head: "Value of the file", isName: true, cell: ({ value }) => value },
    {
      head: "Rows",
      numeric: true,
      cell: ({ rows, planned = 0 }) => formatNumber(Math.max(rows, planned)),
    },
    {
      head: "Read as",
      cell: (value) => (
        <ReadAs
          field={column.field}
          value={value}
          isChosen={meaningOf(meanings, value.value) !== undefined}
        />
      ),
    },
    {
      head: "Means",
      cell: ({ value }) => (
        <Meaning
          label={`Meaning of ${value} in ${header}`}
          field={column.field}
          choices={column.choices}
          meaning={meaningOf(meanings, value)}
          choose={(meaning) => choose(value, meaning)}
        />
      ),
    },
  ];
}

/** How a value was understood, and why not in the rows where it was not. */
function ReadAs({
  field,
  value,
  isChosen,
}: {
  field: string;
  value: PreviewedValue;
  isChosen: boolean;
}) {
  const { rows, unread, readAs, reason, isMapped, meaning, planned = 0 } = value;
  if (rows === 0 && (isChosen || planned === 0))
    return (
      <span className="text-muted">
        {planned > 0 ? "Counts in the next plan" : "In none of these rows"}
      </span>
    );
  const words = readAs.map((one) => valueWord(field, one)).join(" or ");
  if (rows > 0 && unread === 0 && (isMapped || planned === 0))
    return (
      <span className={words ? undefined : "text-muted"}>
        {words || (isMapped && !meaning ? "Left out" : "Nothing")}
      </span>
    );
  const failed = Math.max(unread, planned);
  const why = reason ? reasonText(reason) : "could not be read";
  return (
    <>
      <span>{words}</span>
      <span className="block text-sm text-danger">{`${unread < rows ? `In ${failed === 1 ? "1 row" : `${formatNumber(failed)} rows`}: ` : ""}${why}`}</span>
    </>
  );
}

type MeaningProps = {
  label: string;
  field: string;
  choices: readonly string[] | null;
  meaning: string | null | undefined;
  choose: (meaning: string | null | undefined) => void;
};

// No choice is empty, and none has spaces around it.
const leftOut = " ";
/** A car without these cannot be listed. */
const needed = new Set(["make", "model"]);

function Meaning({ label, field, choices, meaning, choose }: MeaningProps) {
  if (!choices) return <MeaningText label={label} meaning={meaning ?? ""} choose={choose} />;
  return (
    <select
      aria-label={label}
      value={meaning === undefined ? "" : (meaning ?? leftOut)}
      className="field-box min-h-11 min-w-40"
      onChange={({ target: { value } }) =>
        choose(value === "" ? undefined : value === leftOut ? null : value)
      }
    >
      <option value="">As it is read</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {valueWord(field, choice)}
        </option>
      ))}
      {(!needed.has(field) || meaning === null) && <option value={leftOut}>Leave out</option>}
    </select>
  );
}

/** A meaning in words. It counts once the field is left or Enter is pressed, so that half a word is not looked up. */
function MeaningText({
  label,
  meaning,
  choose,
}: {
  label: string;
  meaning: string;
  choose: MeaningProps["choose"];
}) {
  const [text, setText] = useState(meaning);
  const [lastMeaning, setLastMeaning] = useState(meaning);
  // Recognizing the columns again takes it back.
  if (lastMeaning !== meaning) {
    setLastMeaning(meaning);
    setText(meaning);
  }
  const commit = () => {
    if (text.trim() !== meaning) choose(text.trim() || undefined);
  };
  return (
    <input
      aria-label={label}
      value={text}
      maxLength={80}
      autoComplete="off"
      placeholder="As it is read"
      className="field-box min-h-11 min-w-40"
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === "Enter") commit();
      }}
    />
  );
}
