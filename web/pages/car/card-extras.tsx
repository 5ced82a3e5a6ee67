import type { ReactNode } from "react";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { CompareButton } from "#web/compare/compare-button.tsx";
import { SaveButton } from "#web/favorites/save-button.tsx";

/** The buttons on a card's picture: compare and save. */
export function cardExtras({ _id: id, name, image }: CardListing): ReactNode {
  return (
    <>
      <CompareButton car={{ id, name, image }} isOnPicture />
      <SaveButton productId={id} name={name} isOnPicture />
    </>
  );
}
