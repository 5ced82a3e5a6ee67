import type { Page } from "@playwright/test";

/** When the page is translated: while it is the server's, or once its scripts run. */
export type TranslationStart = "early" | "late";

/**
 * Does to every page what a browser's translation does: texts, also later ones, become `<font>` elements, and React no
 * longer sees them. The words stay, so that tests find them.
 */
export async function translatePages(page: Page, start: TranslationStart): Promise<void> {
  await page.addInitScript((isLate) => {
    const skipped =
      "script, style, textarea, font, noscript, title, option, code, svg, [translate=no]";
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.data.trim() === "" || text.parentElement?.closest(skipped)) continue;
        const outer = document.createElement("font");
        outer.append(document.createElement("font"));
        outer.firstElementChild!.textContent = text.data;
        text.replaceWith(outer);
      }
    };
    const translateFromNowOn = () => {
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { target, addedNodes, type } of changes) {
          if (type === "characterData" && target.isConnected) translate(target.parentNode!);
          for (const node of addedNodes) if (node.isConnected) translate(node.parentNode!);
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    };
    addEventListener("DOMContentLoaded", () => {
      // Only scripts add the buttons of the theme.
      const isInteractive = () => document.querySelector("[role=group][aria-label=Theme]") !== null;
      if (!isLate || isInteractive()) return translateFromNowOn();
      const waiting = new MutationObserver(() => {
        if (!isInteractive()) return;
        waiting.disconnect();
        translateFromNowOn();
      });
      waiting.observe(document.body, { childList: true, subtree: true });
    });
  }, start === "late");
}
