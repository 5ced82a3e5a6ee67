import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { scriptHashes } from "./script-hashes.ts";

const hash = (code: string) => createHash("sha256").update(code).digest("base64");

test("lists each inline script once, and no files", () => {
  const html = `<script>one()</script><script src="/file.js"></script><script type="module" async="">two()\n</script><script>one()</script>`;
  expect(scriptHashes(html)).toEqual([hash("one()"), hash("two()\n")]);
});
