import type { ReactElement } from "react";

/**
 * What stands beside other elements in one parent: elements only. A text would need an element of its own, because a
 * browser's translation replaces it (docs/decisions/0140-changing-text-has-an-element-of-its-own.md).
 */
export type Elements = ReactElement | false | "" | null | undefined | readonly Elements[];
