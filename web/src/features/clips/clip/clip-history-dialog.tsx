import { useQueryClient } from '@tanstack/react-query';
import { HistoryDialog } from '../../../editing/history-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { type LiveClip, readClip } from '../../../things/clip.ts';
import { keepClip, refreshLists, saveText, useClip } from '../clips.api.ts';

export function ClipHistoryDialog({ clip: opened }: { clip: LiveClip }) {
  const client = useQueryClient();
  const { id } = opened;
  const clip = useClip(id, false).data ?? opened;
  const take = (saved: LiveClip) => {
    keepClip(client, saved);
    void refreshLists(client);
    return { content: saved.content, version: saved.contentVersion };
  };
  return (
    <HistoryDialog
      history={{
        key: ['clips', 'versions', id],
        now: {
          content: clip.content,
          version: clip.contentVersion,
          files: clip.files.map(({ name }) => name),
        },
        list: (signal) => call('GET /clipboard/{id}/versions', { params: { id }, signal }),
        read: (version, signal) =>
          call('GET /clipboard/{id}/versions/{version}', {
            params: { id, version: String(version) },
            signal,
          }),
        change: {
          restore: async (version, over) =>
            take(
              readClip(
                await call('POST /clipboard/{id}/versions/{version}/restore', {
                  params: { id, version: String(version) },
                  headers: { 'if-match': String(over) },
                }),
              ),
            ),
          save: async (content, over) => take(await saveText(id, content, over)),
        },
        forget: () => call('DELETE /clipboard/{id}/versions', { params: { id } }),
      }}
    />
  );
}
