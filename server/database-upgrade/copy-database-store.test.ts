import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { connectForCopy, copyDatabase } from "./copy-database-store.ts";

let old: TestDatabase;
let created: TestDatabase;
beforeAll(async () => {
  [old, created] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  await old.drop();
  await created.drop();
});

test("a copy that differs from its original is refused", async () => {
  const from = await connectForCopy(old.url);
  const to = await connectForCopy(created.url);
  try {
    await from.query(
      "insert into account (id, name, email, role) values (gen_random_uuid(), 'Nora', 'nora@cars.example', 'Buyer')",
    );
    await to.query(`
      create function change_name() returns trigger language plpgsql as
        $$ begin new.name := 'Someone else'; return new; end $$;
      create trigger change_name before insert on account for each row execute function change_name();
      alter table account enable always trigger change_name`);
    await expect(copyDatabase(from, to, () => undefined)).rejects.toThrow(
      "The copy of public.account differs",
    );
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
});
