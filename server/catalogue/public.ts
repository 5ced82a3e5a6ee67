// What other features may use of the catalogue.
export { createCatalogue, type Catalogue } from "./create-catalogue.ts";
