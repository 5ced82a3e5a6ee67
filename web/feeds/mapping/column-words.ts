/** What a column of a feed can be read as, as the API calls it, for sellers. */
const columnWords: Record<string, string> = {
  make: "Brand",
  model: "Model",
  year: "Year",
  firstRegistration: "First registration",
  price: "Price",
  currency: "Currency",
  mileage: "Mileage",
  mileageUnit: "Mileage unit",
  fuel: "Fuel",
  transmission: "Transmission",
  engineSize: "Engine size",
  bodyType: "Body type",
  fuelEconomy: "Fuel economy",
  tax: "Tax",
  colour: "Color",
  vin: "VIN",
  condition: "Condition",
  description: "Description",
  location: "Location",
  previousKeepers: "Previous owners",
  advertId: "Ad ID",
  advertUrl: "Ad URL",
  imageUrls: "Image URLs",
  vat: "VAT",
};

/** A field's name, for display: `stockNumber` is "Stock number". */
export function columnWord(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return columnWords[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
