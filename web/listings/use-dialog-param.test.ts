import { describe, expect, it } from "vitest";
import { differOnlyInDialog } from "./use-dialog-param.ts";

const at = (path: string) => new URL(path, "http://shop.example");

describe("differOnlyInDialog", () => {
  it("is true when only a dialog opened, moved or closed", () => {
    expect(differOnlyInDialog(at("/products/1?cursor=a"), at("/products/1?cursor=a&book=7"))).toBe(
      true,
    );
    expect(differOnlyInDialog(at("/?book=7"), at("/?report=8"))).toBe(true);
    expect(differOnlyInDialog(at("/?book=7"), at("/"))).toBe(true);
  });

  it("is false when the list itself is another", () => {
    expect(differOnlyInDialog(at("/products/1"), at("/products/2?book=7"))).toBe(false);
    expect(
      differOnlyInDialog(at("/products/1?cursor=a&book=7"), at("/products/1?cursor=b&book=7")),
    ).toBe(false);
  });
});
