import { failureText, isUnreachable } from '../lib/api-error.ts';
import { call } from '../lib/api.ts';
import { hidesSecretOf } from '../lib/hide-secrets.ts';
import { getUser } from '../session/session.ts';
import { m } from '../paraglide/messages.js';
import { shortTitle } from '../things/secret.tsx';
import { forgetCapturePart, keepCapturePart } from '../things/sending/captured.ts';
import { queues, type Sending } from '../things/sending/sending.ts';
import { addFiles, removeFile, sendFile, uploadFiles } from '../things/uploads.ts';
import { toast } from '../ui/toast.ts';
import { createClip } from './clip-calls.ts';
import { newEntry } from './entry.ts';
import { tellSaved } from './sender.ts';

/** What is too large to wait in this browser goes from the page that took it, or not at all. */
export async function sendStraight(content: string, files: readonly File[]): Promise<void> {
  const userId = getUser()?.id ?? null;
  if (!navigator.onLine || userId === null) return void toast.error(m.capture_too_large());
  const entry = {
    ...newEntry({ userId, content, state: 'waiting' }, files),
    ...(hidesSecretOf(content) && { closed: true }),
  };
  const key = `capture:${entry.id}`;
  try {
    const way = { signal: new AbortController().signal, moves: () => undefined };
    const { id } = await createClip(entry, userId, way);
    addFiles(key, files);
    const { complete } = await uploadFiles(key, (file, options) => {
      const part = `${entry.id}:${files.indexOf(file)}`;
      let uploadId: string | undefined;
      const onSending = (sending: Sending) => {
        // Whoever goes on with it later knows of which capture it is.
        if (sending.uploadId !== uploadId) keepCapturePart((uploadId = sending.uploadId!), part);
        options.onSending?.(sending);
      };
      return sendFile(file, { kind: 'clip', id }, { ...options, onSending }, async (sent, rest) => {
        const { signal, onProgress } = rest;
        await call('POST /clipboard/{id}/files', {
          params: { id },
          headers: { 'x-capture-part': part },
          needs: ['id'],
          ...sent,
          signal,
          onProgress,
        });
        if (uploadId !== undefined) forgetCapturePart(uploadId);
      });
    });
    if (complete) {
      tellSaved(entry, id);
      toast.success(m.capture_saved(), shortTitle(entry) || undefined);
    }
    // Why was told; what the server has of it stands among the unfinished.
    for (const left of queues.getState()[key] ?? []) removeFile(key, left.id);
  } catch (error) {
    toast.error(isUnreachable(error) ? m.capture_too_large() : failureText(error));
  }
}
