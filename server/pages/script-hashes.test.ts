import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { scriptHashes } from "./script-hashes.ts";

const hash = (code: string) => createHash("sha256").update(code).digest("base64");

test("lists each inline script once, and neither files nor JSON-LD", () => {
  const html = `<script>one()</script><script src="/file.js"></script><script type="module" async="">two()\n</script><script>one()</script><script type="application/ld+json">{}</script>`;
  expect(scriptHashes(html)).toEqual([hash("one()"), hash("two()\n")]);
});
