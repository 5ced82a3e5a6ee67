import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { listingPath } from "#shared/listings/listing-path.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { noteCardPicture } from "#web/images/move-car-photo.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Price } from "#web/ui/price.tsx";
import { PriceStrip } from "#web/ui/price-strip.tsx";
import { cardFacts, cardLines } from "./car-facts.ts";
import { FactLine } from "./fact-line.tsx";
import { DialogButton } from "../dialog-opener.tsx";
import { noteLeftList } from "../left-list.ts";
import { MarketPrice } from "./market-price.tsx";
import { PostTime } from "./post-time.tsx";
import { VerifiedSeller } from "./verified-seller.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

type CarCardProps = {
  product: CardListing;
  /** The picture, if not the car's own: that of the card beside it is another (`variedPictures`). */
  image?: string;
  isMirrored?: boolean;
  /** Replaces "Book Now" for the buyer who holds the car. */
  ownHold?: Elements;
  /** Buttons on the picture. */
  extras?: ReactNode;
  /** Level of the car's heading. */
  heading?: "h2" | "h3";
  eager?: boolean;
  /** Whether all of the card leads to the car's page. Otherwise its picture opens the booking dialog. */
  leadsToPage?: boolean;
  /** The `sizes` of the picture, if not those of a page with nothing beside its cards. */
  sizes?: string;
};

/** A car's card. Facts that the listing doesn't state are omitted. */
export function CarCard({
  product,
  image = product.image,
  isMirrored = false,
  ownHold = null,
  extras = null,
  heading: Heading = "h3",
  eager = false,
  leadsToPage = false,
  sizes,
}: CarCardProps) {
  return (
    <article aria-labelledby={cardNameId(product._id)} className="car-card">
      <Photo
        product={product}
        image={image}
        isMirrored={isMirrored}
        reserved={reservedLabel(product, ownHold)}
        eager={eager}
        sizes={sizes}
      />
      <div className="mt-3 sm:mt-4">
        <Heading id={cardNameId(product._id)}>
          <Link
            prefetch="intent"
            to={listingPath(product)}
            onClick={leaveForPage}
            className={
              leadsToPage ? "card-name after:absolute after:inset-0 after:z-1" : "card-name"
            }
          >
            {product.name}
          </Link>
        </Heading>
        <FactLine facts={cardFacts(product)} className="card-facts" />
      </div>
      <Prices product={product} />
      <Details product={product} />
      <Actions product={product} ownHold={ownHold} isPictureButton={!leadsToPage} />
      {/* Above the booking button or the link that covers the picture. */}
      {extras && <div className="absolute top-2 right-2 z-2 flex gap-2">{extras}</div>}
    </article>
  );
}

function leaveForPage(event: MouseEvent<HTMLAnchorElement>): void {
  noteCardPicture(event);
  noteLeftList(event);
}

/** The id of the element with a car's name on its card. */
export function cardNameId(productId: string): string {
  return `car-${productId}`;
}

function reservedLabel(product: CardListing, ownHold: Elements): string | null {
  if (ownHold) return "Reserved by you";
  return product.status === "reserved" ? "Reserved" : null;
}

function Photo({
  product,
  image,
  isMirrored,
  reserved,
  eager,
  sizes,
}: {
  product: CardListing;
  image: string;
  isMirrored: boolean;
  reserved: string | null;
  eager: boolean;
  sizes: string | undefined;
}) {
  return (
    <div className="card-picture relative">
      <CarPicture
        src={image}
        isMirrored={isMirrored}
        alt={product.name}
        isIllustration={product.imageIsIllustration}
        eager={eager}
        sizes={sizes}
        isWide
        className={reserved ? "saturate-50" : ""}
      />
      {reserved && (
        <p className="absolute top-0 left-0 bg-ink px-3 py-1.5 text-sm font-medium text-paper">
          {reserved}
        </p>
      )}
    </div>
  );
}

function Prices({ product }: { product: CardListing }) {
  return (
    <div className="card-prices">
      <Price
        amount={product.resalePrice}
        currency={product.currency}
        className="display text-[1.75rem] sm:text-[2rem]"
      />
      <MarketPrice product={product} isOnCard />
      {product.priceRating && (
        <p className="price-rating">
          <PriceStrip label={product.priceRating.label} className="basis-full" />
          <b className={product.priceRating.label ?? undefined}>{product.priceRating.title}</b>{" "}
          <span>{product.priceRating.text}</span>
        </p>
      )}
    </div>
  );
}

function Details({ product }: { product: CardListing }) {
  return (
    <div className="card-details">
      <dl>
        {cardLines(product).map((line) => (
          <Detail key={line.label} label={line.label}>
            {line.value}
          </Detail>
        ))}
        <Detail label="Post On">
          <PostTime createdAt={product.createdAt} />
        </Detail>
      </dl>
      <div className="card-seller">
        <span className="sr-only">Seller: </span>
        <span className="name">{product.sellerName}</span>
        <VerifiedSeller product={product} />
        {product.location && (
          <>
            <span className="sr-only">, location: </span>
            <span className="place">{product.location}</span>
          </>
        )}
      </div>
    </div>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Actions({
  product,
  ownHold,
  isPictureButton,
}: {
  product: CardListing;
  ownHold: Elements;
  /**
   * Whether the picture is part of "Book Now": clicking it opens the booking dialog. Otherwise a link covers the card, and
   * these controls are above it.
   */
  isPictureButton: boolean;
}) {
  const nameId = cardNameId(product._id);
  return (
    <div className={isPictureButton ? "card-actions" : "card-actions relative z-2"}>
      {ownHold || (
        <BookAction product={product} nameId={nameId} isPictureButton={isPictureButton} />
      )}
      <DialogButton
        dialog="report"
        productId={product._id}
        aria-describedby={nameId}
        title="Report"
        className="card-report"
      >
        <Icon name="flag" size={18} />
        <span className="sr-only">Report</span>
      </DialogButton>
      <Link
        prefetch="intent"
        to={listingPath(product)}
        onClick={leaveForPage}
        aria-describedby={nameId}
        className={`${buttonClass("quiet", "medium")} -me-2`}
      >
        Details
      </Link>
    </div>
  );
}

function BookAction({
  product,
  nameId,
  isPictureButton,
}: {
  product: CardListing;
  nameId: string;
  isPictureButton: boolean;
}) {
  if (product.status === "reserved")
    return (
      <button
        type="button"
        disabled
        className={`${buttonClass("secondary", "medium")} max-sm:flex-1`}
      >
        Reserved
      </button>
    );
  return (
    <DialogButton
      dialog="book"
      productId={product._id}
      aria-describedby={nameId}
      className={`${buttonClass("primary", "medium")} max-sm:flex-1 ${isPictureButton ? "covers-picture" : ""}`}
    >
      Book Now
    </DialogButton>
  );
}
