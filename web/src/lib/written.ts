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

/** Where the reader of a written field was as the app came. */
interface Place {
  readonly scrollTop: number;
  /** Null: focus was elsewhere, and so nothing was selected. */
  readonly selection: Parameters<HTMLTextAreaElement['setSelectionRange']> | null;
}
let place: Place | null = null;

function placeIn(field: HTMLTextAreaElement): Place {
  const { scrollTop, selectionStart, selectionEnd, selectionDirection } = field;
  const hasFocus = document.activeElement === field;
  return {
    scrollTop,
    selection: hasFocus ? [selectionStart, selectionEnd, selectionDirection] : null,
  };
}

/** What the server wrote into this page for the app to begin with; it is given once. */
export function takeWritten(): unknown {
  const json = written;
  written = null;
  if (json === null || !isUseful()) return null;
  const field = globalThis.document?.querySelector<HTMLTextAreaElement>('#root textarea');
  place = field ? placeIn(field) : null;
  try {
    return JSON.parse(json);
  } catch {
    // The page was cut off on its way.
    return null;
  }
}

/**
 * Gives the field that takes the place of a written one what its reader had there: the scroll
 * position, focus, and what was selected to be copied.
 */
export function keepPlace(field: HTMLTextAreaElement | null): void {
  if (!field || !place) return;
  const { scrollTop, selection } = place;
  place = null;
  if (selection) {
    field.focus({ preventScroll: true });
    field.setSelectionRange(...selection);
  }
  // Last, as a selection may scroll.
  if (scrollTop > 0) field.scrollTop = scrollTop;
}
