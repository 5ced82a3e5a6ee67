/**
 * The fields of the provider's objects as its OpenAPI document has them for the version spoken here (those this shop can
 * meet). A type is `string`, `integer`, `number`, `boolean`, `time` (unix seconds), `map` (texts by name), `id:pi` (a text that
 * begins so), a text in quotes, `[x]` a list, `@name` another shape, `any`; `|` gives a choice, and `null` is one.
 * A field that ends in `?` may be left out; every other must be there.
 */
export type Shapes = Record<string, Record<string, string>>;
