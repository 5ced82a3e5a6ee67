import { expect, test } from "vitest";
import { padResponseTime, padRefusalTime } from "./pad-response-time.ts";

/** When work that takes `duration` milliseconds is answered, in steps of 200. */
async function answeredAt(
  duration: number,
  end: () => unknown = () => null,
  run = padResponseTime,
): Promise<number> {
  let now = 0;
  const clock = {
    now: () => now,
    wait: async (time: number) => void (now += time),
  };
  const work = async () => {
    now += duration;
    return end();
  };
  await run(200, work, clock).catch(() => null);
  return now;
}

test("answers quick work, slow work and errors at whole steps", async () => {
  expect(await answeredAt(1)).toBe(200);
  expect(await answeredAt(200)).toBe(200);
  expect(await answeredAt(220)).toBe(400);
  const fault = () => {
    throw new Error("fault");
  };
  expect(await answeredAt(130, fault)).toBe(200);
});

test("passes on what the work returns or throws", async () => {
  expect(await padResponseTime(10, async () => "answer")).toBe("answer");
  await expect(padResponseTime(10, () => Promise.reject(new Error("fault")))).rejects.toThrow(
    "fault",
  );
});

// ASVS 6.3.8
test("answers successes at once if only refusals are padded", async () => {
  const fault = () => {
    throw new Error("fault");
  };
  expect(await answeredAt(130, fault, padRefusalTime)).toBe(200);
  expect(await answeredAt(220, fault, padRefusalTime)).toBe(400);
  expect(await answeredAt(130, () => null, padRefusalTime)).toBe(130);
});
