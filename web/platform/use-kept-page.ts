import { useEffect } from "react";
import { useLocation, useRevalidator } from "react-router";
import { keepPageData, noteShownPage, type PageData } from "./page-data.ts";

/** Keeps a page's data for when the visitor comes back to it, and loads old data again. */
export function useKeptPage(data: PageData<object> | null): void {
  const { revalidate } = useRevalidator();
  useKeptData(data);
  useEffect(() => {
    if (data?.isOld) void revalidate();
  }, [data, revalidate]);
}

/** The same for a page that loads old data again itself. */
export function useKeptData(data: object | null): void {
  const { pathname, search } = useLocation();
  const href = pathname + search;
  useEffect(() => noteShownPage(href), [href]);
  useEffect(() => {
    if (data) keepPageData(href, data);
  }, [data, href]);
}
