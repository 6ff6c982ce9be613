import { MAX_FILES_PER_CLIP } from '@clipline/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { randomId } from '../../lib/random-id.ts';
import { UploadRows } from '../../things/uploading.tsx';
import { sendFile, uploadFiles, useFileQueue } from '../../things/uploads.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { PageDropTarget } from '../../ui/page-drop-target.tsx';
import { toast } from '../../ui/toast.ts';
import type { OpenedVisit } from './use-visit.ts';

/** What was chosen for one link is never sent by another, and outlives a grant of it. */
const queueOf = (token: string) => `inbox ${token}`;

/** One sending: sent again under its id it stays one, however often its reply is lost. */
export interface Sending {
  readonly captureId: string;
  readonly text: string;
  /** In the order in which they were announced. */
  readonly parts: readonly string[];
}

export interface InboxProps {
  token: string;
  opened: OpenedVisit;
  /** Kept by the page: this form goes when its grant is over, and comes back. */
  typed: readonly [string, (next: (now: string) => string) => void];
  begun: readonly [Sending | null, (next: Sending | null) => void];
  onGrantOver: () => void;
}

const isOver = (error: unknown) => error instanceof ApiError && error.code === 'GRANT_EXPIRED';

export function Inbox({
  token,
  opened,
  typed: [text, setText],
  begun: [before, setBegun],
  onGrantOver,
}: InboxProps) {
  const ownerName = opened.ownerName ?? '';
  const files = useFileQueue(queueOf(token));
  const [sent, setSent] = useState(false);

  const add = (chosen: readonly File[]) => {
    const taken = chosen.slice(0, MAX_FILES_PER_CLIP - files.files.length);
    files.add(taken);
    if (taken.length < chosen.length) toast.error(m.capture_too_many_files());
  };

  const { mutate, isPending } = useMutation({
    mutationFn: (sending: Sending) => deliver(token, opened.grant, sending),
    // A grant that is over says to open the link again, which is done here.
    meta: { failed: (error) => [m.links_send_failed(), isOver(error) ? null : failureText(error)] },
    onSuccess(complete, sending) {
      if (!complete) return;
      setBegun(null);
      // What was typed meanwhile is another text.
      setText((now) => (now === sending.text ? '' : now));
      setSent(true);
    },
    onError: (error) => void (isOver(error) && onGrantOver()),
  });

  const send = () => {
    if (text.trim() === '' && files.files.length === 0)
      return void toast.error(m.links_send_empty());
    // What failed half-way goes on; another text or other files are another sending.
    const isSame =
      before?.text === text && files.files.every(({ id }) => before.parts.includes(id));
    const sending =
      before && isSame
        ? before
        : { captureId: randomId(), text, parts: files.files.map(({ id }) => id) };
    setBegun(sending);
    mutate(sending);
  };

  const form = (
    <>
      <PageDropTarget label={m.links_send_drop()} onFiles={add} disabled={isPending} />
      <Card className="mx-auto flex w-full max-w-160 flex-col gap-4 p-5">
        <Field label={m.links_send_text()}>
          {(control) => (
            <Textarea
              {...control}
              placeholder={m.links_send_placeholder()}
              value={text}
              onChange={(event) => setText(() => event.target.value)}
              className="min-h-40"
            />
          )}
        </Field>
        {files.files.length > 0 && <UploadRows files={files.files} onRemove={files.remove} />}
        <div className="flex flex-wrap gap-2">
          <FilePicker onFiles={add} disabled={isPending} />
          <Button variant="primary" pending={isPending} onClick={send}>
            {m.links_send()}
          </Button>
        </div>
        <p className="text-sm text-muted">
          {opened.isOwn === true ? m.links_own() : m.links_privacy()}
        </p>
      </Card>
    </>
  );
  return (
    <>
      <div role="status">
        {sent && (
          <EmptyState
            icon={CircleCheck}
            text={m.links_sent({ ownerName })}
            action={<Button onClick={() => setSent(false)}>{m.links_send_more()}</Button>}
          />
        )}
      </div>
      {!sent && form}
    </>
  );
}

/** False when some files stay in the queue. */
async function deliver(
  token: string,
  grant: string,
  { captureId, text, parts }: Sending,
): Promise<boolean> {
  const headers = { 'x-link-grant': grant };
  const { id } = await call('POST /link/clips', {
    headers,
    body: { content: text, files: parts.length, captureId },
    needs: ['id'],
  });
  const { complete } = await uploadFiles(queueOf(token), (file, options) =>
    sendFile(
      file,
      { kind: 'link', id, token, grant },
      options,
      (sent, { idempotencyKey, ...way }) =>
        call('POST /link/clips/{id}/files', {
          params: { id },
          headers: {
            ...headers,
            'x-capture-part': `${captureId}:${parts.indexOf(idempotencyKey)}`,
          },
          needs: ['id'],
          ...sent,
          ...way,
        }),
    ),
  );
  return complete;
}
