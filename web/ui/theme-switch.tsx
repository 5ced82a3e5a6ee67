import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { type Theme, themes, themeStorageKey } from "./theme-script.ts";

const faces = {
  system: { label: "System", Icon: Monitor },
  light: { label: "Light", Icon: Sun },
  dark: { label: "Dark", Icon: Moon },
} as const;

/** Chooses the theme and stores it locally. Renders only with JavaScript. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme | null>(null);
  useEffect(() => {
    const chosen = document.documentElement.dataset.theme;
    setTheme(chosen === "light" || chosen === "dark" ? chosen : "system");
  }, []);
  if (theme === null) return null;

  function choose(next: Theme) {
    setTheme(next);
    if (next === "system") {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem(themeStorageKey);
    } else {
      document.documentElement.dataset.theme = next;
      localStorage.setItem(themeStorageKey, next);
    }
  }

  return (
    <div role="group" aria-label="Theme" className="flex gap-1">
      {themes.map((name) => {
        const { label, Icon } = faces[name];
        return (
          <button
            key={name}
            type="button"
            aria-pressed={theme === name}
            onClick={() => choose(name)}
            className="inline-flex min-h-10 items-center gap-2 border-b border-transparent px-2 text-sm text-muted transition-colors hover:text-ink aria-pressed:border-brass aria-pressed:text-ink"
          >
            <Icon aria-hidden="true" size={15} strokeWidth={1.5} />
            {label}
          </button>
        );
      })}
    </div>
  );
}
