// A mile is 1.609344 km by definition.
export const millimetersPerMile = 1_609_344;
export const millimetersPerKilometer = 1_000_000;
export const kilometersPerMile = millimetersPerMile / millimetersPerKilometer;
export const milesPerKilometer = 1 / kilometersPerMile;
