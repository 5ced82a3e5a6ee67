import { beforeEach, expect, test, vi } from "vitest";
import { createPhotoUploads } from "./photo-uploads.ts";

const file = (name: string) => new File(["x"], name, { type: "image/png" });
const first = { image: "/images/1", alt: "Front" };

beforeEach(() => {
  vi.stubGlobal("URL", { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined });
});

function someUploads(
  initial = [first],
  upload = (given: File) => Promise.resolve(`/${given.name}`),
) {
  let time = 0;
  const calls: string[] = [];
  const photos = createPhotoUploads(initial, {
    upload: (given) => {
      calls.push(given.name);
      return upload(given);
    },
    refuse: (given) => (given.name === "large" ? "Too large." : null),
    now: () => time,
  });
  return { photos, calls, wait: (milliseconds: number) => (time += milliseconds) };
}

test("sends the photos in the seller's order with their texts", async () => {
  const { photos } = someUploads();
  photos.add([file("a"), file("b")]);
  const [, a, b] = photos.read();
  photos.move(b!.key, 0);
  photos.describe(a!.key, "  Rear ");
  expect(await photos.finish()).toEqual([
    { image: "/b", alt: "" },
    first,
    { image: "/a", alt: "Rear" },
  ]);
});

test("moves a photo to any position", () => {
  const { photos } = someUploads(["1", "2", "3"].map((image) => ({ image, alt: "" })));
  photos.move("1", 2);
  expect(photos.read().map(({ key }) => key)).toEqual(["2", "3", "1"]);
  photos.move("3", 0);
  expect(photos.read().map(({ key }) => key)).toEqual(["3", "2", "1"]);
});

test("uploads one after the other, and not a photo that was removed before its turn", async () => {
  const { photos, calls } = someUploads();
  photos.add([file("a"), file("b"), file("c")]);
  photos.remove(photos.read()[2]!.key);
  expect(await photos.finish()).toHaveLength(3);
  expect(calls).toEqual(["a", "c"]);
});

test("says which photo failed, and uploads it again on retry", async () => {
  let isDown = true;
  const { photos } = someUploads([first], (given) =>
    isDown ? Promise.reject(new Error("Offline.")) : Promise.resolve(`/${given.name}`),
  );
  photos.add([file("a")]);
  await expect(photos.finish()).rejects.toMatchObject({ fields: { photos: "Offline." } });
  const [, failed] = photos.read();
  expect(failed).toMatchObject({ error: "Offline.", image: null });
  isDown = false;
  photos.retry(failed!.key);
  expect(await photos.finish()).toEqual([first, { image: "/a", alt: "" }]);
});

test("tries failed uploads again when the car is sent, and when the connection returns", async () => {
  let isDown = true;
  const { photos, calls } = someUploads([first], (given) =>
    isDown ? Promise.reject(new Error("Offline.")) : Promise.resolve(`/${given.name}`),
  );
  photos.add([file("a"), file("large")]);
  await expect(photos.finish()).rejects.toThrow("Offline.");
  photos.remove(photos.read()[2]!.key);
  photos.retryFailed();
  await expect(photos.finish()).rejects.toThrow("Offline.");
  isDown = false;
  expect(await photos.finish()).toEqual([first, { image: "/a", alt: "" }]);
  const before = calls.length;
  photos.retryFailed();
  await photos.finish();
  expect(calls).toHaveLength(before);
  expect(calls).not.toContain("large");
});

test("does not upload a file that the host would refuse", async () => {
  const { photos, calls } = someUploads();
  photos.add([file("large")]);
  await expect(photos.finish()).rejects.toThrow("Too large.");
  expect(calls).toEqual([]);
});

test("repeats uploads that may have expired", async () => {
  const { photos, calls, wait } = someUploads();
  photos.add([file("a")]);
  await photos.finish();
  wait(30 * 60_000);
  await photos.finish();
  expect(calls).toEqual(["a"]);
  wait(30 * 60_000);
  await photos.finish();
  expect(calls).toEqual(["a", "a"]);
});

test("holds at most 24 photos and says how many did not fit", () => {
  const { photos } = someUploads();
  const left = photos.add(Array.from({ length: 26 }, (_, at) => file(String(at))));
  expect([left, photos.read().length]).toEqual([3, 24]);
});

test("tells its listeners about every change", async () => {
  const { photos } = someUploads();
  const heard = vi.fn();
  const stop = photos.subscribe(heard);
  photos.describe(first.image, "Side");
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
  photos.remove(first.image);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(await photos.finish()).toEqual([]);
});
