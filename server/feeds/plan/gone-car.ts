/**
 * Days for which a feed remembers a car that it no longer has. One that returns by then gets its listing back, with its
 * photos and address: a sale that fell through, a car in repair, a feed that was cut for weeks. Later it is listed as new.
 */
export const daysRemembered = 90;
