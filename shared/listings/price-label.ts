/** How a price compares with those of similar cars, from the lowest to the highest. */
export const priceLabels = ["great", "good", "fair", "high", "very_high"] as const;
export type PriceLabel = (typeof priceLabels)[number];

export const priceLabelTexts: Record<PriceLabel, string> = {
  great: "Great price",
  good: "Good price",
  fair: "Fair price",
  high: "High price",
  very_high: "Very high price",
};
