// What the page remembers in the browser: looks, and the last spot of each view.

import type { Palette } from "../lib/colours";

/** Reads a value that an earlier visit left; anything unreadable is forgotten. */
export function remembered<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`quasar.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`quasar.${key}`, JSON.stringify(value));
  } catch {
    // A browser without storage forgets; nothing else depends on it.
  }
}

export type Theme = "system" | "light" | "dark";

class Settings {
  theme = $state<Theme>(remembered("theme", "system"));
  palette = $state<Palette>(remembered("palette", "usual"));

  setTheme(theme: Theme): void {
    this.theme = theme;
    remember("theme", theme);
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    remember("palette", palette);
  }
}

export const settings = new Settings();
