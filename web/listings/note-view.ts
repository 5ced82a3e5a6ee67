import { api } from "#web/platform/api-client.ts";

const noted = new Set<string>();

/** Counts a view, once per car per page load. Failures are ignored. */
export function noteView(productId: string): void {
  if (noted.has(productId)) return;
  noted.add(productId);
  void api.post(`/products/${encodeURIComponent(productId)}/views`).catch(() => undefined);
}
