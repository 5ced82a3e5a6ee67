declare global {
  interface Window {
    keepEarlyClick?: EventListener;
    earlyClick?: HTMLElement;
  }
}

/**
 * Runs in the head: keeps the last click on a button that only scripts serve, until the page is interactive. Links and forms
 * work before.
 */
export const earlyClickScript = `addEventListener("click",keepEarlyClick=function(e){var b=e.target.closest("button[type=button]");if(b){e.stopImmediatePropagation();earlyClick=b}},true);`;

/** Repeats a click that came before the page was interactive. */
export function repeatEarlyClick(): void {
  const { keepEarlyClick, earlyClick } = window;
  if (!keepEarlyClick) return;
  removeEventListener("click", keepEarlyClick, true);
  delete window.keepEarlyClick;
  delete window.earlyClick;
  if (earlyClick?.isConnected) earlyClick.click();
}
