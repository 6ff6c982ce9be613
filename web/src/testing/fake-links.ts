import { vi } from 'vitest';

/** What the browser was told to follow or to save from now on, and does not. */
export function fakeLinks(): readonly { readonly path: string; readonly name: string }[] {
  const followed: { path: string; name: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push({ path: this.href.replace(location.origin, ''), name: this.download });
  });
  return followed;
}
