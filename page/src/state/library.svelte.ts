// Saved ranges with folders, kept in the browser.

import { fromFile, toFile, type SavedRange } from "../lib/library";
import { remember, remembered } from "./settings.svelte";

class Library {
  items = $state<SavedRange[]>(remembered("library", []));

  add(range: Omit<SavedRange, "id">): void {
    const id = crypto.randomUUID();
    const others = this.items.filter(
      (item) => !(item.name === range.name && item.folder === range.folder && item.game === range.game),
    );
    this.#keep([...others, { ...range, id }]);
  }

  rename(id: string, name: string, folder: string): void {
    this.#keep(this.items.map((item) => (item.id === id ? { ...item, name, folder } : item)));
  }

  remove(id: string): void {
    this.#keep(this.items.filter((item) => item.id !== id));
  }

  export(): string {
    return toFile($state.snapshot(this.items));
  }

  /** Adds the ranges of a file and says how many there were. */
  import(text: string): number {
    const found = fromFile(text);
    for (const range of found) this.add(range);
    return found.length;
  }

  #keep(items: SavedRange[]): void {
    this.items = items.sort((a, b) => `${a.folder}/${a.name}`.localeCompare(`${b.folder}/${b.name}`));
    remember("library", $state.snapshot(this.items));
  }
}

export const library = new Library();
