// Runs before each test file.
import { makeIdentityFast } from "./identity/fast-identity.ts";

makeIdentityFast();
