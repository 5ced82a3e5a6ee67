import { expect, it } from "vitest";
import { z } from "zod";
import { newRequestId } from "./new-request-id.ts";

it("is an id that the server takes, and another one each time", () => {
  const ids = Array.from({ length: 200 }, newRequestId);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(200);
});
