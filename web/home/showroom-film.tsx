import { Pause, Play } from "lucide-react";
import { useRef, useState } from "react";

/**
 * Looping muted background video. The sources require no reduced-motion preference, so other visitors get the
 * poster, with or without JavaScript.
 */
export function ShowroomFilm() {
  const film = useRef<HTMLVideoElement>(null);
  const [isPaused, setPaused] = useState(false);

  function toggle() {
    if (film.current?.paused) void film.current.play();
    else film.current?.pause();
  }

  return (
    <>
      <video
        ref={film}
        autoPlay
        loop
        muted
        playsInline
        poster="/video/showroom-poster.webp"
        aria-hidden="true"
        tabIndex={-1}
        onPlay={() => setPaused(false)}
        onPause={() => setPaused(true)}
        className="absolute inset-0 size-full object-cover object-[60%_60%] lg:translate-x-[13%]"
      >
        <source
          src="/video/showroom.mp4"
          type="video/mp4"
          media="(prefers-reduced-motion: no-preference)"
        />
        <source
          src="/video/showroom.webm"
          type="video/webm"
          media="(prefers-reduced-motion: no-preference)"
        />
      </video>
      <button
        type="button"
        onClick={toggle}
        className="absolute right-4 bottom-4 z-10 grid size-11 place-items-center rounded-full border border-white/50 bg-black/40 text-white transition-colors hover:bg-black/60 focus-visible:outline-white motion-reduce:hidden md:right-8 md:bottom-8 [@media(scripting:none)]:hidden"
        aria-label={isPaused ? "Play the video" : "Pause the video"}
      >
        {isPaused ? (
          <Play aria-hidden="true" size={18} strokeWidth={1.5} />
        ) : (
          <Pause aria-hidden="true" size={18} strokeWidth={1.5} />
        )}
      </button>
    </>
  );
}
