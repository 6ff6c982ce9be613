import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../lib/api.ts';
import { followLink } from '../lib/copy.ts';
import { m } from '../paraglide/messages.js';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';

export interface DownloadAllProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  /** How many there are at least: one is downloaded by its own button. */
  count: number;
  /** Reads them anew: links may have outlived themselves. */
  read: () => Promise<readonly StoredFile[]>;
  /** Of the ZIP, without its ending. */
  name: string;
  iconOnly?: boolean;
}

/** Nothing for fewer than two. */
export function DownloadAll({ count, read, name, iconOnly = false, ...rest }: DownloadAllProps) {
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
  if (count < 2) return null;
  return (
    <Button
      {...rest}
      pending={isPending}
      {...(iconOnly && {
        'aria-label': m.files_download_all(),
        'data-tooltip': m.files_download_all(),
      })}
      onClick={() => mutate()}
    >
      {!isPending && <Download size={16} aria-hidden />}
      {!iconOnly && m.files_download_all()}
    </Button>
  );
}
