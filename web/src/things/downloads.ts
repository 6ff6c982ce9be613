import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { downloadFile, followLink } from '../lib/copy.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';

/** Saves a file. `reread` gives the files anew: a link may have outlived itself. */
export async function download(
  file: StoredFile | undefined,
  reread?: () => Promise<readonly StoredFile[] | undefined>,
  started: (name: string) => unknown = (name) => toast.success(m.files_download_started(), name),
): Promise<void> {
  if (!file?.url) return void toast.error(m.files_no_url());
  const { id, name, size, url } = file;
  started(name);
  // The browser keeps on the disk what comes, and what this page holds is in its memory.
  if (size > MAX_FILE_BYTES) {
    const anew = await reread?.().catch(() => undefined);
    return followLink(anew?.find((each) => each.id === id)?.url ?? url, name);
  }
  const renew = async () => (await reread?.())?.find((each) => each.id === id)?.url;
  try {
    await downloadFile({ name, url }, reread && renew);
  } catch {
    toast.error(m.files_download_failed(), m.ui_please_try_again());
  }
}
