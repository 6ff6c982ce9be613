/** Puts text on the system clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused by permission or focus: the old way may still work.
  }
  return copyBySelection(text);
}

/** The clipboard interface is missing on plain http, where a server at home is often reached. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'sr-only';
  // Inside the open dialog, or its focus trap would take the selection away.
  (focused?.closest('[role=dialog]') ?? document.body).append(field);
  field.select();
  let copied = false;
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other way without a secure context
    copied = document.execCommand('copy');
  } catch {
    copied = false;
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
