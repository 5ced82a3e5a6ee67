/** Whether an admin has decided that a car is the one that another seller had listed with its VIN. */
export const vinClaimStatuses = ["pending", "confirmed", "refused"] as const;
export type VinClaimStatus = (typeof vinClaimStatuses)[number];
