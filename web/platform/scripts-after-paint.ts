const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const moduleScript = '<script type="module" async="">';
const modules = /^<script type="module" async="">([\s\S]*?)(<\/script>)/;

/**
 * Keeps the last click on a button that only scripts serve, until the page is interactive (early-click.ts). Links and
 * forms work before.
 */
const keepEarlyClick = `addEventListener("click", window.keepEarlyClick = (event) => {
  const button = event.target.closest("button[type=button]");
  if (!button) return;
  event.stopImmediatePropagation();
  window.earlyClick = button;
}, true);`;

/** Waits for the first frame, or until all files have loaded: a page in the background has no frames. */
const untilShown = `await new Promise((done) => {
  if (document.hidden || document.readyState === "complete") done();
  requestAnimationFrame(() => setTimeout(done));
  addEventListener("load", done);
});`;

/**
 * A page's first format of numbers takes tens of milliseconds, and that of dates a few. They are made while the scripts
 * load.
 */
const prepareFormats = `for (const kind of ["NumberFormat", "DateTimeFormat"]) setTimeout(() => new Intl[kind]("en-US"));`;

/**
 * A page that is complete without its scripts loads them once it is on the screen, so that they take no bandwidth and
 * no processor time from its first paint. React Router's component only knows preloaded modules and static imports,
 * which the browser loads while it reads the page.
 */
export function loadScriptsAfterPaint(html: string): string {
  // React puts the links into the head, and the script is the last one. What is between them is most of the page.
  const body = html.indexOf("</head>");
  const end = html.lastIndexOf(moduleScript);
  const head = html.slice(0, body);
  const urls = [...head.matchAll(preload)].map(([, url]) => url!);
  if (urls.length === 0 || end === -1) return html;
  const before = [moduleScript, keepEarlyClick, untilShown, preloadAll(urls), prepareFormats];
  const scripts = html
    .slice(end)
    .replace(modules, (_, code: string, rest: string) =>
      [...before, importWhenRun(code), rest].join("\n"),
    );
  return head.replace(preload, "") + html.slice(body, end) + scripts;
}

/** Each in a task of its own: to start a request takes a phone milliseconds, and nine together would be a long task. */
function preloadAll(urls: readonly string[]): string {
  return `for (const href of ${JSON.stringify(urls)}) setTimeout(() => document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href })));`;
}

function importWhenRun(code: string): string {
  return code
    .replace(/^import \* as (\w+) from ("[^"]+");$/gm, "const $1 = await import($2);")
    .replace(/^import ("[^"]+");/gm, "await import($1);");
}
