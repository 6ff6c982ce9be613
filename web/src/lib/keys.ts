type Press = Pick<KeyboardEvent, 'key' | 'code' | 'keyCode' | 'isComposing'>;

/** Of the alphabet that shortcuts are named in, or a sign that every layout has. */
const IS_LATIN = /^[\p{ASCII}\p{Script=Latin}]*$/u;

/**
 * The key that was pressed, as handlers compare it: a letter is small whatever Shift and CapsLock
 * say, and by its place where the layout has another alphabet. Empty while an input method makes a
 * word: its keys, Enter among them, belong to the word.
 */
export function pressed(event: Press | { readonly nativeEvent: Press }): string {
  const press = 'nativeEvent' in event ? event.nativeEvent : event;
  // Safari ends the word before it tells of the key that ended it, which has only this number then.
  // oxlint-disable-next-line typescript/no-deprecated -- nothing newer tells
  if (press.isComposing || press.keyCode === 229) return '';
  const [, place] = /^Key([A-Z])$/.exec(press.code) ?? [];
  const key = place && !IS_LATIN.test(press.key) ? place : press.key;
  return key.length === 1 ? key.toLowerCase() : key;
}
