// Runs before each test file.
import { makeIdentityFast } from "./fast-identity.ts";

makeIdentityFast();
