import type { Page } from "@playwright/test";

/** Does to every page what a browser's translation does: texts, also later ones, become `<font>` elements. */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
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
        outer.firstElementChild!.textContent = `«${text.data.trim()}»`;
        text.replaceWith(outer);
      }
    };
    addEventListener("load", () => {
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { target, addedNodes, type } of changes) {
          if (type === "characterData" && target.isConnected) translate(target.parentNode!);
          for (const node of addedNodes) if (node.isConnected) translate(node.parentNode!);
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  });
}
