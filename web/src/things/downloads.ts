import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { downloadFile } from '../lib/copy.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';

/** Saves a file. `reread` gives the files anew: a link may have outlived itself. */
export async function download(
  file: StoredFile | undefined,
  reread?: () => Promise<readonly StoredFile[] | undefined>,
  started: (name: string) => unknown = (name) => toast.success(m.files_download_started(), name),
): Promise<void> {
  if (!file?.url) return void toast.error(m.files_no_url());
  const { id, name, url } = file;
  started(name);
  const renew = async () => (await reread?.())?.find((each) => each.id === id)?.url;
  try {
    await downloadFile({ name, url }, reread && renew);
  } catch {
    toast.error(m.files_download_failed(), m.ui_please_try_again());
  }
}
