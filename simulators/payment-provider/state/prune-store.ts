import type { Work } from "./work.ts";

/**
 * Deletes events after 30 days (as the provider does) unless they are not delivered yet, cards that no payment used
 * within a day unless an open one may, and challenge pages of finished payments. Payments stay, so that they can be
 * refunded at any time.
 */
export async function pruneObjects({ db }: Pick<Work, "db">): Promise<void> {
  await db.query(
    `delete from payment_simulator.object as event
     where kind = 'event' and created < extract(epoch from now() - interval '30 days')
       and not exists (
         select from payment_simulator.delivery
         where delivery.event = event.id and state in ('pending', 'held'))`,
  );
  await db.query(
    `delete from payment_simulator.object as card
     where kind = 'payment_method' and created < extract(epoch from now() - interval '1 day')
       and hidden->>'used' is distinct from 'true'
       and not exists (
         select from payment_simulator.object as intent
         where intent.kind = 'payment_intent' and intent.data->>'payment_method' = card.id
           and intent.data->>'status' not in ('succeeded', 'canceled'))`,
  );
  await db.query(
    `delete from payment_simulator.challenge using payment_simulator.object as intent
     where intent.id = challenge.payment and intent.data->>'status' in ('succeeded', 'canceled')
       and intent.created < extract(epoch from now() - interval '1 day')`,
  );
}
