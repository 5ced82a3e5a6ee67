// Preloaded into a shop by soak.mjs, which runs it with --expose-gc. Reports the memory in use after garbage
// collection, or writes a heap snapshot.
import { setTimeout as sleep } from "node:timers/promises";
import { writeHeapSnapshot } from "node:v8";

process.on("message", ({ snapshot }) => {
  if (snapshot) process.send({ file: writeHeapSnapshot(snapshot) });
  else void report();
});
process.channel?.unref();

async function report() {
  // The second collection takes what finalizers of the first one let go.
  globalThis.gc();
  await sleep(50);
  globalThis.gc();
  process.send(process.memoryUsage());
}
