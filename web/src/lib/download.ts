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

/**
 * Fetches a file and saves it under its name. A refused link is asked for once more through
 * `renew`; where fetching fails, the browser gets the link itself.
 */
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
