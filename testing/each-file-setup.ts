// Runs before each test file.
import { afterAll, vi } from "vitest";
import { makeIdentityFast } from "./identity/fast-identity.ts";

makeIdentityFast();

// Files share a worker, so a replaced global would break the files after it.
afterAll(() => void vi.unstubAllGlobals());
