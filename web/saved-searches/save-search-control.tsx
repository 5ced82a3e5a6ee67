import { Bell } from "lucide-react";
import type { ComponentProps } from "react";
import type { SearchFilters } from "#shared/search/search-filters.ts";
import { Button } from "#web/ui/button.tsx";

export type SaveSearchProps = {
  /** The search as URL parameters, with the make of a brand's page. */
  search: string;
  /** What the server understood, for a name; undefined until its first answer. */
  understood: { filters: SearchFilters; text: string } | undefined;
};

export function SaveButton(button: ComponentProps<"button">) {
  return (
    <Button
      look="secondary"
      size="small"
      title="Save search"
      className="max-sm:px-3 [@media(scripting:none)]:hidden"
      {...button}
    >
      <Bell aria-hidden="true" size={16} strokeWidth={1.5} />
      <span className="max-sm:sr-only">Save search</span>
    </Button>
  );
}
