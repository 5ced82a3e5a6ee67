declare global {
  interface Window {
    keepEarlyClick?: EventListener;
    earlyClick?: HTMLElement;
  }
}

/** Repeats a click that came before the page was interactive (scripts-after-paint.ts). */
export function repeatEarlyClick(): void {
  const { keepEarlyClick, earlyClick } = window;
  if (!keepEarlyClick) return;
  removeEventListener("click", keepEarlyClick, true);
  delete window.keepEarlyClick;
  delete window.earlyClick;
  if (earlyClick?.isConnected) earlyClick.click();
}
