import { api } from "#web/platform/api-client.ts";

const noted = new Set<string>();

/** Tells the shop that a car was opened; once for each while the page lives. Nobody is bothered where it fails. */
export function noteView(productId: string): void {
  if (noted.has(productId)) return;
  noted.add(productId);
  void api.post(`/products/${encodeURIComponent(productId)}/views`).catch(() => undefined);
}
