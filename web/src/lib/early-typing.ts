let early: HTMLTextAreaElement | null = null;

function stop(): void {
  const field = early;
  // Before the field goes, whose blur leads here again.
  early = null;
  field?.remove();
}

/** Takes what is typed from now on for a field that is still to come; see `takeTyped`. */
export function catchTyping(label: string): void {
  stop();
  early = document.createElement('textarea');
  early.setAttribute('aria-label', label);
  // Not `display: none`, which cannot have focus; and where it stands moves nothing.
  early.className = 'pointer-events-none fixed top-0 opacity-0';
  // Where the whole window is left, focus in it stays and comes back.
  early.addEventListener('blur', ({ target }) => document.activeElement !== target && stop());
  document.body.append(early);
  early.focus({ preventScroll: true });
}

/** What was typed since; null where nothing was waited for, or focus has gone elsewhere. */
export function takeTyped(): string | null {
  const typed = early?.value ?? null;
  stop();
  return typed;
}
