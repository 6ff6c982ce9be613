import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { setAddress } from '../../../sharing/links.api.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { readClip } from '../../../things/clip.ts';
import { keepClip } from '../clips.api.ts';

export function useAddress(clipId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.links_address_failed() },
    mutationFn: (open: boolean) => setAddress(clipId, open),
    onSuccess(clip, open) {
      keepClip(client, readClip(clip));
      toast.success(open ? m.links_address_opened_toast() : m.links_address_closed_toast());
    },
  });
}

export function ClosedAddress({ clipId }: { clipId: string }) {
  const { isPending, mutate } = useAddress(clipId);
  return (
    <Notice
      icon={Lock}
      action={
        <Button size="sm" pending={isPending} onClick={() => mutate(true)}>
          <LockOpen size={16} aria-hidden />
          {m.links_address_open()}
        </Button>
      }
    >
      {m.links_address_closed()}
    </Notice>
  );
}
