import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = join(
  createRequire(import.meta.url).resolve("s3rver/package.json"),
  "../bin/s3rver.js",
);
const bucket = "cars";

export type S3Server = {
  /** As IMAGE_STORE_URL. */
  url: (prefix?: string) => string;
  /** Where the server keeps an object's bytes. */
  fileOf: (key: string) => string;
  stop: () => Promise<void>;
  /** Starts it again after `stop`, at the same address and with the same objects. Does nothing if it runs. */
  start: () => Promise<void>;
  /** Stops it and deletes its objects. */
  remove: () => Promise<void>;
};

/**
 * Starts an S3-compatible server in a process of its own, with one bucket. Sets the environment variables with its
 * credentials.
 */
export async function startS3Server(): Promise<S3Server> {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" });
  const folder = mkdtempSync(join(tmpdir(), "marque-s3-"));
  let port = 0;
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    if (child) return;
    const args = [
      "-d",
      folder,
      "-a",
      "127.0.0.1",
      "-p",
      String(port),
      "--configure-bucket",
      bucket,
    ];
    // Its continuation tokens need a cipher that OpenSSL 3 has only with this option.
    const options = ["--openssl-legacy-provider", program, ...args];
    child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "ignore"] });
    port = await new Promise<number>((resolve, reject) => {
      child!.once("exit", (code) => reject(new Error(`The S3 server ended with ${code}.`)));
      child!.stdout!.on("data", (text: Buffer) => {
        const match = /listening on \S+:(\d+)/.exec(text.toString());
        if (match) resolve(Number(match[1]));
      });
    });
  }

  async function stop(): Promise<void> {
    const running = child;
    child = null;
    if (!running) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  }

  await start();
  return {
    url: (prefix = "images") =>
      `s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
    fileOf: (key) => join(folder, bucket, `${key}._S3rver_object`),
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
