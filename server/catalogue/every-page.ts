/** In place of a listing in the change feed: what pages show besides listings has changed, such as reviews. */
export const everyPage = "00000000-0000-0000-0000-000000000000";
