import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../lib/api.ts';
import { followLink } from '../lib/copy.ts';
import { m } from '../paraglide/messages.js';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';

interface AllFiles {
  /** How many there are at least: one is downloaded by its own button. */
  count: number;
  /** Reads them anew: links may have outlived themselves. */
  read: () => Promise<readonly StoredFile[]>;
  /** Of the ZIP, without its ending. */
  name: string;
}

/** Null for fewer than two. */
export function useDownloadAll({ count, read, name }: AllFiles) {
  const { mutate, isPending } = useMutation({
    meta: { failed: m.files_download_failed() },
    mutationFn: async () => {
      const urls = (await read()).map(({ url }) => url);
      return call('POST /files/archive', { body: { urls, name }, needs: ['url'] });
    },
    onSuccess({ url }) {
      followLink(url, '');
      toast.success(m.files_download_started());
    },
  });
  return count < 2 ? null : { label: m.files_download_all(), run: () => mutate(), isPending };
}

export interface DownloadAllProps
  extends Omit<ButtonProps, 'onClick' | 'children' | 'name'>, AllFiles {}

/** Nothing for fewer than two. */
export function DownloadAll({ count, read, name, ...rest }: DownloadAllProps) {
  const all = useDownloadAll({ count, read, name });
  if (!all) return null;
  return (
    <Button {...rest} pending={all.isPending} onClick={all.run}>
      {!all.isPending && <Download size={16} aria-hidden />}
      {all.label}
    </Button>
  );
}
