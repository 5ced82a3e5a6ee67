import { expect, test } from "vitest";
import { firstBrokenPasswordRule } from "#shared/accounts/password-rules.ts";
import { guessable } from "./guessable-password.ts";

test.each([
  "Password1!",
  "P@ssw0rd!",
  "Qwerty123!",
  "Welcome1!",
  "Admin123!",
  "Letmein1!",
  "Test!1234",
  "Abc123!@#",
  "Passw0rd!",
  "Monkey123!",
  "PASSWORD1*",
  "Pass!word1",
  "1Q2w3e4r!",
])("%s passes the rules but is a common password", async (password) => {
  expect(firstBrokenPasswordRule(password)).toBeNull();
  expect(await guessable(password, [])).toBe("common");
});

// ASVS 6.2.11
test.each([
  ["Marque!2026", ["Marque"]],
  ["2026Marque#Marque", ["Marque"]],
  ["MarqueMotors!1", ["Marque Motors"]],
  ["Robin!Hood99", ["Marque", "Robin Hood"]],
  ["HoodRobin#1", ["Marque", "Robin Hood"]],
  ["R.Hood1!", ["Marque", "Someone", "r.hood@example.com"]],
  ["Example!2020", ["Marque", "Someone", "r.hood@example.com"]],
])("%s is refused because it is made of %j", async (password, ownWords) => {
  expect(await guessable(password, ownWords)).toBe("own_words");
});

test.each([
  "Secret!2026",
  "Xk!blackbird7",
  "MarqueOfBlackbirds!1",
  "Correct!Horse7Battery",
  "Ünïcode!9zzz",
])("%s is accepted", async (password) => {
  expect(await guessable(password, ["Marque", "Al Bo", "robin@example.com"])).toBeNull();
});

// ASVS 6.2.4
test("thousands of the common passwords would pass the rules with a capital and a symbol", async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const near = dictionary["passwords-common"].filter((one) =>
    /^(?=.*[a-z])(?=.*[0-9])[a-z0-9]{7,}$/.test(one),
  );
  expect(near.length).toBeGreaterThan(3_000);
  const first = near.slice(0, 3_000);
  const reasons = await Promise.all(
    first.map((one) => guessable(`${one.replace(/[a-z]/, (letter) => letter.toUpperCase())}!`, [])),
  );
  expect(new Set(reasons)).toEqual(new Set(["common"]));
});
