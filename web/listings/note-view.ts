import { tokenSource } from "#web/platform/requests/token-source.ts";

const noted = new Set<string>();

/** Counts a view, once per car per page load. Failures are ignored. */
export function noteView(productId: string): void {
  if (noted.has(productId)) return;
  noted.add(productId);
  const path = `/products/${encodeURIComponent(productId)}/views`;
  // Visitors who only look don't need the API client. Users do: the seller's own views don't count.
  const counted =
    tokenSource().read() === null
      ? fetch(`/api${path}`, { method: "POST" })
      : import("#web/platform/requests/api-client.ts").then(({ api }) => api.post(path));
  counted.catch(() => undefined);
}
