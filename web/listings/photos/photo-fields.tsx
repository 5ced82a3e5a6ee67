import { ArrowDown, ArrowUp, ImageOff, ImageUp, RotateCcw, Star, Trash2 } from "lucide-react";
import {
  type ChangeEvent,
  type DragEvent,
  type MouseEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { flushSync } from "react-dom";
import { maximumAltLength, maximumPhotos } from "#shared/listings/listing.ts";
import { isolate } from "#shared/text/isolate.ts";
import { imageTypes } from "#web/images/upload-image.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { FormPhoto, PhotoUploads } from "./photo-uploads.ts";
import { waitingPhotos } from "./upload-note.tsx";

type PhotoFieldsProps = { uploads: PhotoUploads; error: string | undefined };

/** Uploads, orders and describes a car's photos. */
export function PhotoFields({ uploads, error }: PhotoFieldsProps) {
  const photos = useSyncExternalStore(uploads.subscribe, uploads.read, uploads.read);
  const [news, setNews] = useState("");

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const left = uploads.add([...(event.target.files ?? [])]);
    // The same file can be chosen again after it was removed.
    event.target.value = "";
    setNews(left > 0 ? `A car can have at most ${maximumPhotos} photos.` : "");
  }

  return (
    <div>
      <Field label="Image" optional hint="PNG, JPG, GIF up to 10MB" error={error}>
        {(control) => (
          <input
            {...control}
            type="file"
            multiple
            name="photos"
            accept={imageTypes}
            disabled={photos.length >= maximumPhotos}
            onChange={choose}
            className="field-box cursor-pointer file:mr-4 file:border-0 file:border-r file:border-line file:bg-transparent file:pr-4 file:font-medium file:text-ink"
          />
        )}
      </Field>
      <p className="mt-1 text-sm text-muted">{`Up to ${maximumPhotos} photos, also WebP and AVIF. Buyers see the first one on the car’s card.`}</p>
      <Progress photos={photos} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {news}
      </p>
      <PhotoList photos={photos} uploads={uploads} onMoved={setNews} />
    </div>
  );
}

function Progress({ photos }: { photos: readonly FormPhoto[] }) {
  const waiting = waitingPhotos(photos);
  if (waiting === 0) return null;
  const done = photos.length - waiting;
  return (
    <div className="mt-3 flex items-center gap-3 text-sm text-muted">
      <progress
        aria-label="Uploaded photos"
        max={photos.length}
        value={done}
        className="h-1.5 flex-1 accent-action-ink"
      />
      <span>{`${done} of ${photos.length} uploaded`}</span>
    </div>
  );
}

function PhotoList({
  photos,
  uploads,
  onMoved,
}: {
  photos: readonly FormPhoto[];
  uploads: PhotoUploads;
  onMoved: (news: string) => void;
}) {
  const [dragged, setDragged] = useState<string | null>(null);
  if (photos.length === 0) return null;

  function move(key: string, to: number) {
    uploads.move(key, to);
    onMoved(`Moved to position ${to + 1} of ${photos.length}.`);
  }

  return (
    <ol aria-label="Photos" className="mt-4 space-y-3">
      {photos.map((photo, at) => (
        <li
          key={photo.key}
          draggable
          onDragStart={() => setDragged(photo.key)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event: DragEvent) => dragged !== null && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== null && dragged !== photo.key) move(dragged, at);
          }}
          className={`flex flex-wrap items-start gap-4 border border-line bg-raised p-3 ${dragged === photo.key ? "opacity-50" : "cursor-grab"}`}
        >
          <Preview photo={photo} number={at + 1} isOnly={photos.length === 1} />
          <div className="min-w-48 flex-1">
            <Description photo={photo} number={at + 1} uploads={uploads} />
          </div>
          <Actions photo={photo} at={at} count={photos.length} uploads={uploads} onMove={move} />
          {photo.error !== null && (
            <p
              role="alert"
              className="w-full text-sm text-danger"
            >{`Photo ${at + 1} was not uploaded. ${photo.error}`}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Preview({
  photo: { preview, image, error },
  number,
  isOnly,
}: {
  photo: FormPhoto;
  number: number;
  isOnly: boolean;
}) {
  const [isBroken, setBroken] = useState(false);
  const Placeholder = isBroken || error !== null ? ImageOff : ImageUp;
  return (
    <div
      className={`relative grid aspect-4/3 w-28 shrink-0 place-items-center overflow-hidden bg-well text-muted ${error === null ? "" : "border border-danger text-danger"}`}
    >
      {preview && !isBroken ? (
        <img
          src={preview}
          alt={isOnly ? "The chosen file" : `Photo ${number}`}
          draggable={false}
          onError={() => setBroken(true)}
          className={`size-full object-cover ${image === null ? "opacity-50" : ""}`}
        />
      ) : (
        <Placeholder aria-hidden="true" size={24} strokeWidth={1.25} />
      )}
      {image === null && error === null && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      {number === 1 && error === null && (
        <span className="absolute top-0 left-0 bg-ink px-1.5 py-0.5 text-xs text-paper">Cover</span>
      )}
    </div>
  );
}

function Description({
  photo,
  number,
  uploads,
}: {
  photo: FormPhoto;
  number: number;
  uploads: PhotoUploads;
}) {
  return (
    <Field
      label={`Text for photo ${number}`}
      optional
      hint={number === 1 ? "Describes the photo to people who cannot see it" : undefined}
    >
      {(control) => (
        <input
          {...control}
          value={photo.alt}
          maxLength={maximumAltLength}
          onChange={(event) => uploads.describe(photo.key, event.target.value)}
          className="field-box"
        />
      )}
    </Field>
  );
}

function Actions({
  photo: { key, error },
  at,
  count,
  uploads,
  onMove,
}: {
  photo: FormPhoto;
  at: number;
  count: number;
  uploads: PhotoUploads;
  onMove: (key: string, to: number) => void;
}) {
  const icon = { "aria-hidden": true, size: 18, strokeWidth: 1.5 } as const;
  const name = `photo ${at + 1}`;
  const buttons = useRef<HTMLDivElement>(null);

  /** At an end, the pressed button is disabled and would lose the focus. The one for the other direction gets it. */
  function move({ currentTarget: pressed }: MouseEvent<HTMLButtonElement>, to: number) {
    flushSync(() => onMove(key, to));
    if (pressed.disabled)
      buttons.current?.querySelector<HTMLElement>("[aria-label^=Move]:enabled")?.focus();
  }
  return (
    <div ref={buttons} className="flex">
      {error !== null && (
        <IconButton label={`Upload ${isolate(name)} again`} onClick={() => uploads.retry(key)}>
          <RotateCcw {...icon} />
        </IconButton>
      )}
      <IconButton
        label={`Use ${isolate(name)} as the cover`}
        disabled={at === 0}
        onClick={(event) => move(event, 0)}
      >
        <Star {...icon} />
      </IconButton>
      <IconButton
        label={`Move ${isolate(name)} up`}
        disabled={at === 0}
        onClick={(event) => move(event, at - 1)}
      >
        <ArrowUp {...icon} />
      </IconButton>
      <IconButton
        label={`Move ${isolate(name)} down`}
        disabled={at === count - 1}
        onClick={(event) => move(event, at + 1)}
      >
        <ArrowDown {...icon} />
      </IconButton>
      <IconButton label={`Remove ${isolate(name)}`} onClick={() => uploads.remove(key)}>
        <Trash2 {...icon} />
      </IconButton>
    </div>
  );
}
