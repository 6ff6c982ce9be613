/** The element in which the server writes what the page shows, as JSON. */
export const WRITTEN = 'written';

/** Later than this after the page was opened it is too old to show. */
const USEFUL_MS = 30_000;

/** Out of the document at once: what is closed later must not stand there any more. */
function readOut(): string | null {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(WRITTEN);
  element?.remove();
  return element?.textContent ?? null;
}

let written = readOut();
const isUseful = () => typeof document === 'undefined' || performance.now() <= USEFUL_MS;

/** For the build, which has no document to read it from. */
export const write = (data: unknown): void => {
  written = JSON.stringify(data);
};

let scrolled = 0;

/** What the server wrote into this page for the app to begin with; it is given once. */
export function takeWritten(): unknown {
  const json = written;
  written = null;
  if (json === null || !isUseful()) return null;
  scrolled = globalThis.document?.querySelector('#root textarea')?.scrollTop ?? 0;
  try {
    return JSON.parse(json);
  } catch {
    // The page was cut off on its way.
    return null;
  }
}

/** Puts the field that takes the place of a written one where its reader was in the text. */
export function keepScroll(field: HTMLElement | null): void {
  if (field && scrolled > 0) field.scrollTop = scrolled;
  scrolled = 0;
}
