import { afterAll, beforeAll, expect, test } from "vitest";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

const email = "ada@erased.example";
const password = "Erased-meanwhile!2026";
let shop: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  shop = await createTestApp();
  await aSignedUpUser(shop, { email, password });
});
afterAll(() => shop.close());

test("a sign-in whose account is erased after the password was checked is refused as one without an account", async () => {
  const signIn = (as: string) =>
    shop.call("POST", "/api/auth/sign-in/email", { body: { email: as, password } });
  const unknown = await signIn("unknown@erased.example");
  // Another request erases the account right before the session is written.
  await shop.deps.pool.query(`
    create function erase_user() returns trigger language plpgsql as $$
      begin delete from identity_user where id = new.user_id; return new; end $$;
    create trigger erase_user before insert on identity_session
      for each row execute function erase_user()`);
  const erased = await signIn(email);
  expect(erased.status).toBe(401);
  const { requestId: _one, ...error } = (erased.body as { error: { requestId: string } }).error;
  const { requestId: _other, ...expected } = (unknown.body as { error: { requestId: string } })
    .error;
  expect(error).toEqual(expected);
});
