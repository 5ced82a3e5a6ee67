import { expect, test, vi } from "vitest";
import { createFlusher } from "./flusher.ts";

const stream = { confirm: vi.fn(), resume: vi.fn() };

test("stores nothing more after a failure, also what was waiting for its turn", async () => {
  let end = 0n;
  const buffer = { take: () => ({ segments: [], end: (end += 1n) }) };
  let lose: (error: Error) => void = () => undefined;
  const put = vi.fn(() => new Promise<bigint>((_resolve, reject) => (lose = reject)));
  const flusher = createFlusher(buffer, { put, onStored: () => undefined });
  flusher.flush(stream);
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce());
  flusher.flush(stream);
  lose(new Error("The place does not answer."));
  await expect(flusher.failed).rejects.toThrow("does not answer");
  await flusher.idle();
  flusher.flush(stream);
  await flusher.idle();
  expect(put).toHaveBeenCalledOnce();
  expect(stream.confirm).not.toHaveBeenCalled();
});
