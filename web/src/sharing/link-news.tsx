import { useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { useSocketEvent } from '../live/socket.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';
import { refreshLinks } from './links.api.ts';

const SEARCHED = 100;

/** Tells the owner of a link that it was opened, where they asked to be told. */
export function LinkNews(): null {
  const client = useQueryClient();
  useSocketEvent('link:opened', ({ linkId, burned }) => {
    void refreshLinks(client);
    if (burned) return void toast.success(m.links_was_burned());
    void call('GET /links', { query: { pageSize: SEARCHED } })
      .then(({ links }) => links.find(({ id }) => id === linkId)?.label ?? null)
      // Without its name the news is still news.
      .catch(() => null)
      .then((label) =>
        toast.success(label === null ? m.links_some_opened() : m.links_was_opened({ label })),
      );
  });
  return null;
}
