/** A browser shows where the cursor is when a field takes focus, not when it is set. */
export function selectInSight(
  field: HTMLTextAreaElement,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  field.blur();
  field.setSelectionRange(start, start);
  field.focus();
  field.setSelectionRange(start, end);
}
