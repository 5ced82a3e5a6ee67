import { readFileSync } from "node:fs";
import { expectAccessible } from "../steps/axe.ts";
import { runSql } from "../steps/database.ts";
import { expectMessage } from "../steps/locators.ts";
import { openAs } from "../steps/open-page.ts";
import { expect, test } from "../shop-test.ts";

test("an admin sees a photo of another seller's car beside it, and dismisses the flag @deep", async ({
  page,
  shop,
}) => {
  test.slow();
  const upload = async () => {
    const form = new FormData();
    const file = readFileSync("web/public/cars/coupe-red.webp");
    form.append("image", new Blob([file], { type: "image/webp" }), "car.webp");
    const answer = await fetch(`${shop.address}/api/images`, { method: "POST", body: form });
    const { data } = (await answer.json()) as { data: { url: string; id: string } };
    return data;
  };
  const own = await upload();
  const copy = await upload();
  const first = await shop.addCar(await shop.signUp("Seller"), {
    photos: [{ image: own.url, alt: "" }],
  });
  const later = await shop.addCar(await shop.signUp("Seller"), {
    photos: [{ image: copy.url, alt: "" }],
  });
  // Instead of the job, which would not compare an illustration.
  await runSql(`insert into listing_photo (listing_id, image_id)
    values ('${first.id}', '${own.id}'), ('${later.id}', '${copy.id}') on conflict do nothing`);
  await runSql(`insert into photo_match
      (listing_id, image_id, other_listing_id, other_image_id, distance, found_at)
    values ('${later.id}', '${copy.id}', '${first.id}', '${own.id}', 4, now())`);

  await openAs(page, await shop.admin(), "/dashboard/reportitem");
  const section = page.getByRole("region", { name: "Flagged cars" });
  const flag = section.getByRole("listitem").filter({ hasText: later.name });
  await expect(flag).toContainText("A photo looks like one of another seller's car.");
  await expect(flag.getByRole("img")).toHaveCount(2);
  await expect(flag.getByRole("link", { name: first.name })).toBeVisible();
  await expectAccessible(page);

  await flag.getByRole("button", { name: `Dismiss the flag of ${later.name}` }).click();
  const dialog = page.getByRole("alertdialog", { name: `Dismiss the flag of ${later.name}?` });
  await dialog.getByLabel("Reason").fill("Photo of the manufacturer");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Dismiss" }).click();
  await expectMessage(page, `Flag of ${later.name} dismissed`);
  await expect(flag).toHaveCount(0);
  await section.getByRole("button", { name: "Show dismissed flags" }).click();
  const dismissed = page.getByRole("region", { name: "Dismissed flags" });
  await expect(dismissed.getByRole("listitem").filter({ hasText: later.name })).toContainText(
    "Photo of the manufacturer",
  );
  await expectAccessible(page);
});
