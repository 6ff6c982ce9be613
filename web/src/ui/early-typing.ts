type Field = HTMLInputElement | HTMLTextAreaElement;
const FIELD = ':read-write';

interface Waiting {
  typed: string;
  readonly controller: AbortController;
}

let waiting: Waiting | null = null;

/** Firefox presses the button in focus with it. */
const refuseSpace = (event: KeyboardEvent) => event.key === ' ' && event.preventDefault();

export const isTypingEarly = (): boolean => waiting !== null;

/**
 * What is typed waits for the field that a press leads to: code may have to come first. With
 * `onCancel` that is one in a dialog; Escape cancels.
 */
export function catchTyping(onCancel?: () => void): () => void {
  waiting?.controller.abort();
  const controller = new AbortController();
  const mine: Waiting = { typed: '', controller };
  waiting = mine;
  const stop = () => {
    controller.abort();
    if (waiting === mine) waiting = null;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const writes =
      key.length === 1 && (event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey));
    // No shortcut of the page is meant.
    event.stopImmediatePropagation();
    if (key === 'Escape' || (key === 'Tab' && !onCancel)) {
      stop();
      onCancel?.();
      return;
    }
    if (writes) mine.typed += key;
    else if (key === 'Enter') mine.typed += '\n';
    else if (key === 'Backspace') mine.typed = mine.typed.slice(0, -1);
    else if (key !== 'Tab') return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    mine.typed += event.clipboardData?.getData('text/plain').replace(/\r?\n$/, '') ?? '';
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const isField = target.matches(FIELD);
    const meant = onCancel ? target.closest('[role=dialog], [role=menu]') : target;
    if (!isField && !(onCancel && meant)) return;
    // Whoever focuses a field may go on to select what stands in it.
    queueMicrotask(() => {
      stop();
      // A dialog may begin with a choice, which takes no letters.
      const field = isField ? target : meant?.querySelector(FIELD);
      if (meant && field) write(field as Field, mine.typed);
    });
  };
  const options = { capture: true, signal: controller.signal };
  window.addEventListener('keydown', onKeyDown, options);
  window.addEventListener('keyup', refuseSpace, options);
  window.addEventListener('paste', onPaste, options);
  window.addEventListener('focusin', onFocusIn, options);
  return stop;
}

/** As if it was typed there; Enter at its end sends the form of a line. */
function write(field: Field, typed: string): void {
  if (typed === '') return;
  field.focus();
  const isLine = field instanceof HTMLInputElement;
  const text = isLine ? typed.replaceAll('\n', '') : typed;
  const { selectionStart, selectionEnd, value } = field;
  // What is selected is written over. An address or a number has no selection to ask for.
  if (selectionStart !== null && selectionStart === selectionEnd)
    field.setSelectionRange(value.length, value.length);
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else is an input that can be undone
  document.execCommand('insertText', false, text);
  if (isLine && typed.endsWith('\n')) field.form?.requestSubmit();
}
