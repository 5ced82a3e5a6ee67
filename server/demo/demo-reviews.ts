import type { Deps } from "#server/deps.ts";
import { answerReview, writeReview } from "#server/reviews/public.ts";
import { buyCar } from "./buy-car.ts";
import { listDemoCars, readDemoViewer } from "./demo-store.ts";

/** Who bought from whom, and what both said. Three sellers have enough reviews for an average, one does not. */
const sales: [seller: string, buyer: string, stars: number, text: string, ofBuyer: number][] = [
  ["harbour", "cleo", 5, "Exactly as described, and the papers were ready on the day.", 5],
  ["harbour", "dan", 4, "A good car. The handover took an hour longer than agreed.", 5],
  ["harbour", "eve", 5, "Answered every question before I booked. I would buy here again.", 5],
  ["harbour", "cleo", 3, "The car is fine, but the second key came two weeks later.", 4],
  ["lakeside", "dan", 5, "Friendly and quick. They even charged the battery for the trip home.", 5],
  ["lakeside", "eve", 2, "A scratch on the door was not in the description.", 3],
  ["lakeside", "cleo", 4, "Fair price, clean car, no surprises.", 5],
  ["sunbelt", "eve", 4, "The test drive was as long as I wanted.", 5],
  ["sunbelt", "dan", 5, "Full service history, and each invoice was in the folder.", 5],
  ["sunbelt", "cleo", 5, "They picked me up at the station.", 4],
  ["northgate", "dan", 4, "A small dealer who knows the cars.", 5],
];
const ofBuyers = "Paid at once and came on time.";
const answer = "You are right, and we are sorry. We have paid for the repair.";

/** Lets the demo's buyers buy cars, and both sides review each other. */
export async function addDemoReviews(deps: Deps, simulator: string): Promise<void> {
  for (const [at, [sellerName, buyerName, stars, text, ofBuyer]] of sales.entries()) {
    const [seller, buyer] = await Promise.all(
      [sellerName, buyerName].map((mailbox) =>
        readDemoViewer(deps.db, `${mailbox}@marque.example`),
      ),
    );
    if (!seller || !buyer) continue;
    const sellerId = seller.accountId;
    const [car] = await listDemoCars(deps.db, { sellerId, skip: 60 + 3 * at, limit: 1 });
    if (!car) continue;
    const bookingId = await buyCar(deps, buyer, car, simulator);
    const now = new Date();
    const review = await writeReview(deps, buyer, bookingId, { stars, text }, now);
    await writeReview(deps, seller, bookingId, { stars: ofBuyer, text: ofBuyers }, now);
    if (stars < 3 && review.insertedId)
      await answerReview(deps, seller, review.insertedId, answer, now);
  }
}
