import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';

const TEXT = { type: 'text/plain' };

/** Its own type calls it deprecated. */
interface OldWay {
  execCommand(name: 'copy'): boolean;
}

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

/** The clipboard is asked at once: Safari allows it only in reply to the press. */
export async function copyComing(text: Promise<string>): Promise<boolean> {
  const blob = text.then((known) => new Blob([known], TEXT));
  // Where none comes, a browser that has refused before does not look at it any more.
  blob.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return text.then(copyText, () => false);
  }
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
    // There is no other way without a secure context.
    copied = (document as OldWay).execCommand('copy');
  } catch {
    copied = false;
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}

/** Of so many bytes: what is larger is not held in memory. */
export const canCopyImages = (bytes = 0): boolean =>
  bytes <= MAX_FILE_BYTES &&
  typeof ClipboardItem !== 'undefined' &&
  typeof navigator.clipboard?.write === 'function' &&
  (ClipboardItem.supports?.('image/png') ?? true);

async function asPng(blob: Blob): Promise<Blob> {
  if (blob.type === 'image/png') return blob;
  const picture = await createImageBitmap(blob);
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('No picture'))), 'image/png');
  });
}

export async function copyImage(url: string): Promise<boolean> {
  const png = fetch(url).then(async (response) => {
    if (!response.ok) throw new Error(`The picture could not be read: ${response.status}`);
    return asPng(await response.blob());
  });
  try {
    // Given at once, as a promise: a browser allows it only in reply to the press.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}

const RELEASE_AFTER_MS = 100;

/** `name` may be left to the server, with ''. */
export function followLink(href: string, name: string, newTab = false): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.rel = 'noopener';
  if (newTab) link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
}

export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  followLink(url, name);
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}

export const downloadText = (text: string, name: string): void =>
  downloadBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);

async function fetchFile(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error('Failed to download file');
  return response.blob();
}

/** A refused link is renewed once; where fetching fails, the browser gets the link itself. */
export async function downloadFile(
  file: { url?: string | null; name: string },
  renew?: () => Promise<string | undefined>,
): Promise<void> {
  let { url } = file;
  if (!url) throw new Error('No file URL available');
  try {
    const blob = await fetchFile(url).catch(async (error: unknown) => {
      url = (await renew?.()) ?? url;
      if (url === file.url) throw error;
      return fetchFile(url!);
    });
    downloadBlob(blob, file.name);
  } catch {
    followLink(url, file.name, true);
  }
}
