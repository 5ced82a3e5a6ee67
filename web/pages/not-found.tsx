import { data } from "react-router";
import { NotFound } from "#web/layout/not-found.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import type { Route } from "./+types/not-found";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches, "Page not found");
}

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return (
    <div className="measure">
      <NotFound />
    </div>
  );
}
