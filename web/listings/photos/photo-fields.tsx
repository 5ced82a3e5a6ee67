import { ArrowLeft, ArrowRight, ImageOff, ImageUp, RotateCcw, Star, Trash2 } from "lucide-react";
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
import { buttonClass } from "#web/ui/button-class.ts";
import type { Elements } from "#web/ui/fields/elements.ts";
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
          <DropZone>
            <input
              {...control}
              type="file"
              multiple
              name="photos"
              accept={imageTypes}
              disabled={photos.length >= maximumPhotos}
              onChange={choose}
              // Over the whole zone, so that the browser takes dropped files, too.
              className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
            />
          </DropZone>
        )}
      </Field>
      <Progress photos={photos} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {news}
      </p>
      <PhotoList photos={photos} uploads={uploads} onMoved={setNews} />
    </div>
  );
}

/** Where photos are chosen or dropped. */
function DropZone({ children }: { children: Elements }) {
  const [isOver, setOver] = useState(false);
  const leave = () => setOver(false);
  return (
    <div
      onDragEnter={({ dataTransfer }) => setOver(dataTransfer.types.includes("Files"))}
      onDragLeave={leave}
      onDrop={leave}
      className={`relative rounded-soft border border-dashed px-6 py-8 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action-ink has-disabled:opacity-55 ${isOver ? "border-action-ink bg-well" : "border-edge"}`}
    >
      <ImageUp aria-hidden="true" size={28} strokeWidth={1.25} className="mx-auto text-muted" />
      <p aria-hidden="true" className="mt-3">
        <span className="max-md:hidden">Drop photos here, or </span>
        <span className={buttonClass("secondary", "small")}>Choose photos</span>
      </p>
      <p className="mt-3 text-sm text-muted">{`Up to ${maximumPhotos} photos, also WebP and AVIF. Buyers see the first one on the car’s card.`}</p>
      {children}
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
    <ol
      aria-label="Photos"
      className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3"
    >
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
          className={`min-w-0 border border-line bg-raised ${dragged === photo.key ? "opacity-50" : "cursor-grab"}`}
        >
          <Preview photo={photo} number={at + 1} isOnly={photos.length === 1} />
          <Actions photo={photo} at={at} count={photos.length} uploads={uploads} onMove={move} />
          <Description photo={photo} number={at + 1} uploads={uploads} />
          {photo.error !== null && (
            <p
              role="alert"
              className="px-2 pb-2 text-sm text-danger"
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
      className={`relative grid aspect-4/3 w-full place-items-center overflow-hidden bg-well text-muted ${error === null ? "" : "border border-danger text-danger"}`}
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
        <span className="absolute start-0 top-0 bg-ink px-1.5 py-0.5 text-xs text-paper">
          Cover
        </span>
      )}
    </div>
  );
}

/** The text of a photo. Its field opens on request, because most photos need none. */
function Description({
  photo: { key, alt },
  number,
  uploads,
}: {
  photo: FormPhoto;
  number: number;
  uploads: PhotoUploads;
}) {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const action = alt === "" ? "Add text" : "Edit text";
  if (!isOpen)
    return (
      <div className="px-2 pb-1">
        {alt && <p className="truncate text-sm text-muted">{alt}</p>}
        <button
          type="button"
          aria-label={`${action} for photo ${number}`}
          onClick={() => {
            flushSync(() => setOpen(true));
            field.current?.focus();
          }}
          className="text-link min-h-8 text-sm"
        >
          {action}
        </button>
      </div>
    );
  return (
    <div className="p-2">
      <Field
        label={`Text for photo ${number}`}
        hint={number === 1 ? "Describes the photo to people who cannot see it" : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={3}
            value={alt}
            maxLength={maximumAltLength}
            // A text has one line.
            onChange={(event) =>
              uploads.describe(key, event.target.value.replaceAll(/[\r\n]+/g, " "))
            }
            className="field-box px-2 text-sm"
          />
        )}
      </Field>
    </div>
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
  const small = { className: "h-9! w-auto! min-w-8 flex-1" };
  const name = `photo ${at + 1}`;
  const buttons = useRef<HTMLDivElement>(null);

  /** At an end, the pressed button is disabled and would lose the focus. The one for the other direction gets it. */
  function move({ currentTarget: pressed }: MouseEvent<HTMLButtonElement>, to: number) {
    flushSync(() => onMove(key, to));
    if (pressed.disabled)
      buttons.current?.querySelector<HTMLElement>("[aria-label^=Move]:enabled")?.focus();
  }
  return (
    <div ref={buttons} className="flex flex-wrap">
      {error !== null && (
        <IconButton
          {...small}
          label={`Upload ${isolate(name)} again`}
          onClick={() => uploads.retry(key)}
        >
          <RotateCcw {...icon} />
        </IconButton>
      )}
      <IconButton
        {...small}
        label={`Use ${isolate(name)} as the cover`}
        disabled={at === 0}
        onClick={(event) => move(event, 0)}
      >
        <Star {...icon} />
      </IconButton>
      <IconButton
        {...small}
        label={`Move ${isolate(name)} earlier`}
        disabled={at === 0}
        onClick={(event) => move(event, at - 1)}
      >
        <ArrowLeft {...icon} className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton
        {...small}
        label={`Move ${isolate(name)} later`}
        disabled={at === count - 1}
        onClick={(event) => move(event, at + 1)}
      >
        <ArrowRight {...icon} className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton {...small} label={`Remove ${isolate(name)}`} onClick={() => uploads.remove(key)}>
        <Trash2 {...icon} />
      </IconButton>
    </div>
  );
}
