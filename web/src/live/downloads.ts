import { downloadFile } from '../lib/copy.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';

export interface DownloadableFile {
  readonly name: string;
  readonly url: string | null | undefined;
  readonly started: () => void;
  /** Reads what the file belongs to again: a link may have outlived itself. */
  readonly renew?: (() => Promise<string | undefined>) | undefined;
}

export async function download({ name, url, started, renew }: DownloadableFile): Promise<void> {
  if (!url) return void toast.error(m.files_no_url());
  started();
  try {
    await downloadFile({ name, url }, renew);
  } catch {
    toast.error(m.files_download_failed(), m.ui_please_try_again());
  }
}

export const downloadStarted = (name: string) => () =>
  toast.success(m.files_download_started(), name);
