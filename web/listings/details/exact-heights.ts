/**
 * Runs in the head before the first paint. A document that is shown again, or at one of its parts, is to be at its exact
 * place, so all cars above have their own height instead of an estimate (`car-place` in app.css).
 */
export const exactHeightsScript = `try{if(location.hash||performance.getEntriesByType("navigation")[0].type!=="navigate")document.documentElement.dataset.exact=""}catch{}`;

/** Ends that, once the visitor has left the page that was to be exact. */
export function estimateHeights(): void {
  delete document.documentElement.dataset.exact;
}
