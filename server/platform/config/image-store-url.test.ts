import { expect, test } from "vitest";
import { loadConfig } from "./config.ts";
import { readImageStoreUrl } from "./image-store-url.ts";

test.each([
  ["s3://cars", { bucket: "cars", prefix: "", endpoint: undefined, region: undefined }],
  ["s3://cars/", { bucket: "cars", prefix: "", endpoint: undefined, region: undefined }],
  [
    "s3://my.cars-1/shop/images/?region=eu-west-1",
    { bucket: "my.cars-1", prefix: "shop/images/", endpoint: undefined, region: "eu-west-1" },
  ],
  [
    "s3://cars/a?endpoint=http://127.0.0.1:9000&region=x",
    { bucket: "cars", prefix: "a/", endpoint: "http://127.0.0.1:9000", region: "x" },
  ],
  [
    "s3://cars/a?endpoint=https%3A%2F%2Fs3.internal%3A9000",
    { bucket: "cars", prefix: "a/", endpoint: "https://s3.internal:9000", region: undefined },
  ],
])("reads %s", (url, address) => {
  expect(readImageStoreUrl(url)).toEqual(address);
  expect(loadConfig({ IMAGE_STORE_URL: url }).IMAGE_STORE_URL).toBe(url);
});

test.each([
  ["/srv/images", "must be an s3:// URL"],
  ["https://s3.amazonaws.com/cars", "must be an s3:// URL"],
  ["s3://", "must name a bucket"],
  ["s3://C!/images", "must name a bucket"],
  ["s3://key:secret@cars/images", "must not contain credentials"],
  ["s3://cars/a//b", "may have only letters, digits and"],
  ["s3://cars/a%20b", "may have only letters, digits and"],
  ["s3://cars?endpoint=s3.internal:9000", "must have an http or https URL as its endpoint"],
  ["s3://cars?endpoint=", "must have an http or https URL as its endpoint"],
  ["s3://cars?region=eu west", "must have a region such as eu-west-1"],
  ["s3://cars?path=style", "has an unknown parameter path"],
])("refuses %s: %s", (url, mistake) => {
  expect(() => loadConfig({ IMAGE_STORE_URL: url })).toThrow(`IMAGE_STORE_URL ${mistake}`);
});
