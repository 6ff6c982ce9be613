export const WRITTEN = 'written';

/** It is too old to show when the page was opened longer ago. */
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

interface ReadingPosition {
  readonly scrollTop: number;
  /** Null: focus was elsewhere. */
  readonly selection: Parameters<HTMLTextAreaElement['setSelectionRange']> | null;
}
let place: ReadingPosition | null = null;

function placeIn(field: HTMLTextAreaElement): ReadingPosition {
  const { scrollTop, selectionStart, selectionEnd, selectionDirection } = field;
  const hasFocus = document.activeElement === field;
  return {
    scrollTop,
    selection: hasFocus ? [selectionStart, selectionEnd, selectionDirection] : null,
  };
}

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

/** The field that replaces a written one goes on where its reader was. */
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
