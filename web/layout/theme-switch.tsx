import { useEffect, useState } from "react";
import { deviceStorage } from "#web/platform/browser-storage.ts";
import { type Theme, themes, themeStorageKey } from "#web/ui/theme-script.ts";
import { FooterIcon } from "./footer-icon.tsx";

const labels: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

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
      deviceStorage.write(themeStorageKey, null);
    } else {
      document.documentElement.dataset.theme = next;
      deviceStorage.write(themeStorageKey, next);
    }
  }

  return (
    <div role="group" aria-label="Theme" className="flex flex-wrap gap-1">
      {themes.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={theme === name}
          onClick={() => choose(name)}
          className="inline-flex min-h-10 items-center gap-2 border-b border-transparent px-2 text-sm text-muted transition-colors hover:text-ink aria-pressed:border-brass aria-pressed:text-ink"
        >
          <FooterIcon name={name} size={15} />
          <span>{labels[name]}</span>
        </button>
      ))}
    </div>
  );
}
