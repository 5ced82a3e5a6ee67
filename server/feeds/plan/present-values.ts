import type { PreviewedValue, PreviewedValues } from "#shared/feeds/feed-preview-contract.ts";
import { valueChoices, type CountedColumn } from "#server/imports/public-reading.ts";
import { addPlannedValues, type SeenColumn } from "./add-planned-values.ts";
import type { PlanColumn } from "../feed-table.ts";

/** Columns that a preview shows. */
export const shownColumns = 200;
/** Values of a column that are shown of each kind, beside those that are mapped. */
const shownValues = 100;

/** The values of a preview's columns, with those that the feed's newest plan could not read. */
export const presentValues = (
  counted: readonly CountedColumn[],
  planned: readonly PlanColumn[],
): PreviewedValues[] =>
  counted
    .filter(({ index }) => index < shownColumns)
    .map((column) => presentColumn(addPlannedValues(column, planned)));

function presentColumn({ index, field, values, more }: SeenColumn): PreviewedValues {
  const isOpen = ({ unread, planned = 0 }: PreviewedValue) => unread > 0 || planned > 0;
  const unmapped = values.filter(({ isMapped }) => !isMapped);
  const unread = unmapped.filter(isOpen);
  const read = unmapped.filter((value) => !isOpen(value));
  const left = new Set([...unread.slice(shownValues), ...read.slice(shownValues)]);
  const choices = valueChoices.get(field);
  return {
    column: index,
    field,
    choices: choices ? [...choices] : null,
    values: values.filter((value) => !left.has(value)),
    more: {
      unread: Math.max(0, unread.length - shownValues) + more,
      read: Math.max(0, read.length - shownValues),
    },
  };
}
