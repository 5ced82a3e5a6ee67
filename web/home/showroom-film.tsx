import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import mp4 from "./film/showroom.mp4";
import poster from "./film/showroom-poster.webp";
import webm from "./film/showroom.webm";

export const filmPoster = poster;

const files = [
  { src: webm, type: "video/webm" },
  { src: mp4, type: "video/mp4" },
];

const loadsByItself = "(prefers-reduced-motion: no-preference) and (min-width: 48rem)";

/** The least share of the film that is in view while it plays. */
const leastInView = 0.25;

/** Pauses a film that has been scrolled away, because decoding it takes power and time from the page, until it is back. */
function stopOutOfView(video: HTMLVideoElement): () => void {
  let isStopped = false;
  const observer = new IntersectionObserver(
    (entries) => {
      const isInView = entries.at(-1)!.intersectionRatio >= leastInView;
      // Rejected if it is scrolled away again before it plays.
      if (isInView && isStopped) video.play().catch(() => undefined);
      isStopped = !isInView && (isStopped || !video.paused);
      if (isStopped) video.pause();
    },
    { threshold: leastInView },
  );
  observer.observe(video);
  return () => observer.disconnect();
}

/**
 * Looping muted background video. It only loads by itself on wide screens and without a preference for reduced motion;
 * otherwise visitors see the poster, with or without JavaScript. On phones, the button loads it.
 */
export function ShowroomFilm() {
  const film = useRef<HTMLVideoElement>(null);
  const [isPaused, setPaused] = useState(false);

  useEffect(() => {
    if (!matchMedia(loadsByItself).matches) setPaused(true);
    return film.current ? stopOutOfView(film.current) : undefined;
  }, []);

  function toggle() {
    const video = film.current;
    if (!video?.paused) return video?.pause();
    if (!video.currentSrc) video.src = files.find(({ type }) => video.canPlayType(type))?.src ?? "";
    void video.play();
  }

  return (
    <>
      <video
        ref={film}
        autoPlay
        loop
        muted
        playsInline
        poster={filmPoster}
        aria-hidden="true"
        tabIndex={-1}
        onPlay={() => setPaused(false)}
        onPause={() => setPaused(true)}
        className="absolute inset-0 size-full object-cover object-[90%_60%] lg:object-[60%_60%] lg:translate-x-[13%]"
      >
        {files.map((file) => (
          <source key={file.type} {...file} media={loadsByItself} />
        ))}
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
