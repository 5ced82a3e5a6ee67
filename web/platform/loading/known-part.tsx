import { type ReactNode, useId } from "react";
import { useLocation } from "react-router";
import { useKnownMarkup } from "./known-markup.ts";
import { useRootData } from "../root-data.ts";

/**
 * A part that pages share, such as the header: the server renders it once for all of them. It must depend on nothing but
 * the settings, the session hint and what `stateAt` returns, and be the only element of its tag in front of the page's
 * content or after it.
 */
export function KnownPart({
  tag,
  stateAt,
  children,
}: {
  tag: "header" | "footer";
  /** What the part shows of the page, from its path and the session hint. */
  stateAt?: (pathname: string, hasSession: boolean) => string | undefined;
  children: ReactNode;
}) {
  // Generated ids depend on the place in the page.
  const place = useId();
  const findMarkup = useKnownMarkup();
  const { pathname } = useLocation();
  const root = useRootData();
  if (import.meta.env.SSR) {
    const state = stateAt?.(pathname, root?.hasSession ?? false);
    const markup = findMarkup?.({
      key: JSON.stringify([tag, state, place, root]),
      of: [],
      start: `<${tag} `,
      end: `</${tag}>`,
    });
    if (markup !== undefined)
      return <div className="contents" dangerouslySetInnerHTML={{ __html: markup }} />;
  }
  return <div className="contents">{children}</div>;
}
