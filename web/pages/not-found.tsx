import { data } from "react-router";
import { NotFound } from "#web/layout/not-found.tsx";
import { notFoundMeta } from "#web/platform/page-meta.ts";
import type { Route } from "./+types/not-found";

export function meta({ matches }: Route.MetaArgs) {
  return notFoundMeta(matches);
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
