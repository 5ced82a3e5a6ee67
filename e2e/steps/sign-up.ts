import type { Page } from "@playwright/test";
import sharp from "sharp";

type SignUp = { name: string; email: string; password: string; role?: "Buyer" | "Seller" };

/** A small image file. */
export async function portrait() {
  const buffer = await sharp({
    create: { width: 240, height: 240, channels: 3, background: "#0f3d2e" },
  })
    .png()
    .toBuffer();
  return { name: "portrait.png", mimeType: "image/png", buffer };
}

/** Fills in the open sign-up form, with an image. */
export async function fillSignUp(
  page: Page,
  { name, email, password, role = "Buyer" }: SignUp,
): Promise<void> {
  const form = page.getByRole("main");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Image").setInputFiles(await portrait());
  await form.getByRole("textbox", { name: "Password" }).fill(password);
  await form.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
}

export async function sendSignUp(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Sign up", exact: true }).click();
}
