/** Memory where the browser forbids its own: what is kept then lasts as long as the page. */
function storageOf(area: () => Storage) {
  const memory = new Map<string, string>();
  return {
    get(key: string): string | null {
      try {
        return area().getItem(key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set(key: string, value: string): void {
      try {
        area().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key: string): void {
      memory.delete(key);
      try {
        area().removeItem(key);
      } catch {
        // Nothing was stored there.
      }
    },
    keys(): string[] {
      try {
        return [...new Set([...Object.keys(area()), ...memory.keys()])];
      } catch {
        return [...memory.keys()];
      }
    },
  };
}

export const storage = storageOf(() => localStorage);
/** Gone with the tab. */
export const tabStorage = storageOf(() => sessionStorage);

export function readJson(key: string, from = storage): unknown {
  try {
    return JSON.parse(from.get(key) ?? 'null');
  } catch {
    return null;
  }
}
