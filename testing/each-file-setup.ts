// Runs before each test file.
import { afterAll, vi } from "vitest";
import fc from "fast-check";
import { setCommandProgram } from "#server/platform/program.ts";
import { makeIdentityFast } from "./identity/fast-identity.ts";
import { testSeed } from "./test-depth.ts";

makeIdentityFast();
setCommandProgram(process.env.TEST_READER!);

// Tests that give a seed of their own derive it from this one.
fc.configureGlobal({ seed: testSeed });

// Files share a worker, so a replaced global would break the files after it.
afterAll(() => void vi.unstubAllGlobals());
