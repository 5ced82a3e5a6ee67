import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { loadScriptsAfterPaint } from "./scripts-after-paint.ts";

const page = [
  '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>',
  '<link rel="stylesheet" href="/assets/shop.css"/></head>',
  '<script>window.__reactRouterContext = {};</script><script type="module" async="">import "/assets/manifest.js";',
  'import * as route0 from "/assets/root.js";',
  'import * as route1_clientLoader from "/assets/loader.js";',
  'window.__reactRouterRouteModules = {"root":route0};',
  'import("/assets/entry.js");</script>',
].join("\n");

it("preloads and imports scripts only when the page is shown", () => {
  const html = loadScriptsAfterPaint(page);
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).not.toMatch(/^import ["*]/m);
  expect(html).toContain('["/assets/a.js","/assets/b.js"]');
  const order = [
    "keepEarlyClick",
    "requestAnimationFrame",
    "modulepreload",
    "NumberFormat",
    'await import("/assets/manifest.js");',
    'const route0 = await import("/assets/root.js");',
    'const route1_clientLoader = await import("/assets/loader.js");',
    'window.__reactRouterRouteModules = {"root":route0};',
    'import("/assets/entry.js");',
  ].map((part) => html.indexOf(part));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
});

it("starts each request in a task of its own, and then makes the first formats in theirs", () => {
  const tasks: (() => void)[] = [];
  const done: string[] = [];
  const make = (kind: string) =>
    function (locale: string) {
      done.push(`${kind} ${locale}`);
    };
  const lines = loadScriptsAfterPaint(page)
    .split("\n")
    .filter((line) => /modulepreload|NumberFormat/.test(line));
  runInNewContext(lines.join("\n"), {
    setTimeout: (task: () => void) => tasks.push(task),
    document: {
      createElement: () => ({}),
      head: { append: ({ rel, href }: HTMLLinkElement) => done.push(`${rel} ${href}`) },
    },
    Intl: { NumberFormat: make("numbers"), DateTimeFormat: make("dates") },
  });
  const whatIsDone = tasks.map((task) => {
    task();
    return done.splice(0);
  });
  expect(whatIsDone).toEqual([
    ["modulepreload /assets/a.js"],
    ["modulepreload /assets/b.js"],
    ["numbers en-US"],
    ["dates en-US"],
  ]);
});

it("leaves the page's other elements as they are", () => {
  const html = loadScriptsAfterPaint(page);
  expect(html).toContain('<link rel="stylesheet" href="/assets/shop.css"/>');
  expect(html).toContain("<script>window.__reactRouterContext = {};</script>");
});

it("does not change a page without preloaded modules", () => {
  const html = '<script type="module" async="">import "/main.js";</script>';
  expect(loadScriptsAfterPaint(html)).toBe(html);
});
