import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The blocks of settings on the page about several machines, by a name that each has. */
const page = readFileSync("docs/operations/scale.md", "utf8");
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) =>
  text!.replaceAll(/^ +/gm, "").trim().split("\n"),
);
const blockWith = (name: string) =>
  blocks.find((lines) => lines.some((line) => line.startsWith(`${name}=`)))!;
const namesIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /^([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? []);

test("the settings of HAProxy are those that its files read", () => {
  const files = ["haproxy.cfg", "database.cfg"].map((name) =>
    readFileSync(`deploy/haproxy/${name}`, "utf8"),
  );
  const read = new Set(
    [...files.join().matchAll(/"\$\{([A-Z0-9_]+)\}"/g)].map(([, name]) => name!),
  );
  expect(namesIn(blockWith("PATRONI_PORT1")).toSorted()).toEqual([...read, "EXTRAOPTS"].toSorted());
});

test("the settings of Patroni are those that its file lists, each with an address of its own", () => {
  const file = readFileSync("deploy/patroni/patroni.yml", "utf8");
  const listed = new Set([...file.matchAll(/\bPATRONI_[A-Z0-9_]+/g)].map(([name]) => name));
  const block = blockWith("PATRONI_NAME");
  expect(namesIn(block).toSorted()).toEqual([...listed].toSorted());
  // HAProxy listens on the same port of 127.0.0.1.
  expect(block.filter((line) => line.includes("0.0.0.0"))).toEqual([]);
  const folder = "/var/lib/postgresql/15/patroni";
  expect(block).toContain(`PATRONI_POSTGRESQL_DATA_DIR=${folder}`);
});

test("the settings of the shop exist, and systemd reads them as the shop does", () => {
  const config = readFileSync("server/platform/config/config.ts", "utf8");
  const block = blockWith("TRUSTED_PROXIES");
  for (const name of namesIn(block)) expect(config).toContain(`  ${name}:`);
  // For systemd, a comment after a value is a part of it.
  expect(block.filter((line) => !line.startsWith("#") && /\s#/.test(line))).toEqual([]);
});
