/**
 * The fields of the provider's objects in its OpenAPI document, for the API version that we use and the fields that we
 * can receive. A type is `string`, `integer`, `number`, `boolean`, `time` (Unix seconds), `map` (strings by name), `id:pi`
 * (a string with this prefix), a quoted string, `[x]` (a list), `@name` (another shape) or `any`; `|` separates
 * alternatives, and `null` can be one. A field that ends in `?` is optional; all others are required.
 */
export type Shapes = Record<string, Record<string, string>>;
