import { useEffect, useRef, useState } from "react";

type Ink = { ink: string; muted: string; danger: string };

/**
 * The theme's colors as plain values, for a cross-origin frame; updated when the theme changes. Attach `box` to an
 * element where they are used.
 */
export function useInk() {
  const box = useRef<HTMLDivElement>(null);
  const [colours, setColours] = useState<Ink>({
    ink: "#14130f",
    muted: "#5b564c",
    danger: "#a1261c",
  });

  useEffect(() => {
    const read = () => {
      if (box.current) setColours(readInk(box.current));
    };
    read();
    const preference = window.matchMedia("(prefers-color-scheme: dark)");
    preference.addEventListener("change", read);
    const choice = new MutationObserver(read);
    choice.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      preference.removeEventListener("change", read);
      choice.disconnect();
    };
  }, []);

  return { box, ...colours };
}

function readInk(place: HTMLElement): Ink {
  // Computed style resolves the theme's light-dark() pairs.
  const probe = document.createElement("span");
  place.append(probe);
  const resolve = (name: string) => {
    probe.style.color = `var(--color-${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = { ink: resolve("ink"), muted: resolve("muted"), danger: resolve("danger") };
  probe.remove();
  return colors;
}
