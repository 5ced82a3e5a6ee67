import { type APIRequestContext, expect } from "@playwright/test";

/** The demo trains its first model after the start, and then rates its cars. */
export async function rated(request: APIRequestContext): Promise<void> {
  const great = async () => {
    const answer = await request.get("/api/listings?priceLabel=great&limit=1");
    return ((await answer.json()) as { total: number }).total;
  };
  await expect.poll(great, { timeout: 60_000 }).toBeGreaterThan(0);
}
