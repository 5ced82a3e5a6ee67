export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeStorageKey = "theme";

/** Runs in the head before the first paint, so a chosen theme never flashes. */
export const themeScript = `try{var t=localStorage.getItem("${themeStorageKey}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
