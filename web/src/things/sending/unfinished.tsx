import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { fileSize, fullDate, formatNumber } from '../../lib/format.ts';
import { grantHeader } from '../../lib/link-grants.ts';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { Button, IconButton } from '../../ui/button.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { toast } from '../../ui/toast.ts';
import { FileIcon } from '../files.tsx';
import { addFiles, removeFile, sendFile, type Sent, uploadFiles } from '../uploads.ts';
import { capturePartOf } from './captured.ts';
import { type HeldUpload, UPLOADS_KEY, useOnTheirWay, useStopped } from './on-its-way.ts';
import type { CallOptions, Place } from './place.ts';
import { queues } from './sending.ts';
import { SendingRow } from './sending-row.tsx';

type At = HeldUpload['place'];
const keyOf = ({ kind, id }: At): string => `unfinished ${kind} ${id ?? ''}`;

/** Of one place: what this page goes on with, and what stopped. Of all, for the sheet. */
export function UnfinishedRows({ place }: { place?: At }) {
  const client = useQueryClient();
  const stopped = useStopped().filter(
    (each) => !place || (each.place.kind === place.kind && each.place.id === place.id),
  );
  // Those that were begun at a place have their row in its list.
  const going = useOnTheirWay().filter(({ key }) => !place || key === keyOf(place));
  if (stopped.length + going.length === 0) return null;
  return (
    <ul aria-label={m.files_unfinished()} className="flex flex-col gap-2">
      {going.map(({ key, queued }) => (
        <li key={queued.id}>
          <SendingRow queued={queued} onRemove={(id) => removeFile(key, id)} />
        </li>
      ))}
      {stopped.map((upload) => (
        <li key={upload.id}>
          <StoppedRow upload={upload} onFile={(file) => void goOn(client, upload, file)} />
        </li>
      ))}
    </ul>
  );
}

interface StoppedRowProps {
  upload: HeldUpload;
  onFile: (file: File) => void;
}

function StoppedRow({ upload, onFile }: StoppedRowProps) {
  const { id, name, size, type, received, expiresAt, place } = upload;
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isAnother, setAnother] = useState(false);
  const choose = ([file]: File[]) => {
    if (!file) return;
    const isIt = file.name === name && file.size === size;
    setAnother(!isIt);
    if (isIt) onFile(file);
  };
  const discard = async () => {
    try {
      await call('DELETE /uploads/{id}', { params: { id } });
    } catch (error) {
      toastFailure(m.files_discard_failed(), error);
    }
    await client.invalidateQueries({ queryKey: UPLOADS_KEY });
  };
  const percent = formatNumber(Math.floor((received / size) * 100));
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-end gap-x-3 rounded-card border border-line bg-surface py-1.5 ps-3 pe-1 shadow-card">
      <div className="flex min-w-44 flex-1 items-center gap-3">
        <FileIcon name={name} type={type} />
        <div className="min-w-0 flex-1">
          <p className="text-sm font-medium wrap-anywhere text-ink">
            {withSlots(
              m.files_stopped_at({ name: slot(0), percent }),
              <bdi translate="no">{name}</bdi>,
            )}
          </p>
          <p className="text-xs text-muted">{m.files_kept_until({ date: fullDate(expiresAt) })}</p>
          {isAnother && (
            <p role="alert" className="text-xs wrap-anywhere text-danger">
              {m.files_another({ name, size: fileSize(size) })}
            </p>
          )}
        </div>
      </div>
      <span className="flex items-center">
        {/* What others bring they alone go on with. */}
        {place.kind !== 'link' && place.kind !== 'sealed' && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={m.files_choose()}
              onChange={({ target }) => {
                choose([...(target.files ?? [])]);
                target.value = '';
              }}
            />
            <Button size="sm" onClick={() => input.current?.click()}>
              {m.files_choose()}
            </Button>
          </>
        )}
        <IconButton icon={Trash2} label={m.capture_discard()} onClick={() => void discard()} />
      </span>
    </div>
  );
}

async function goOn(client: QueryClient, { id, place }: HeldUpload, file: File): Promise<void> {
  const at = placeOf(place);
  if (!at) return;
  const key = keyOf(place);
  addFiles(key, [file], id);
  const { uploaded } = await uploadFiles(
    key,
    (each, options) => sendFile(each, at, options, (sent, way) => addSomewhere(place, sent, way)),
    { again: false },
  );
  // Why it failed was told; it stands among what stopped again.
  for (const { id: failed, state } of queues.getState()[key] ?? [])
    if (state === 'failed') removeFile(key, failed);
  // With what has arrived meanwhile.
  const [title] = uploaded;
  if (title === undefined) return client.invalidateQueries({ queryKey: UPLOADS_KEY });
  toast.success(title, file.name);
  // Whichever page shows it.
  await client.invalidateQueries();
}

function placeOf({ kind, id }: At): Place | undefined {
  if (kind === 'desktop') return { kind, token: null };
  return (kind === 'clip' || kind === 'room') && id !== null ? { kind, id } : undefined;
}

/** Where it was begun; as a new clip where that takes it no more. What is to be said then. */
async function addSomewhere(place: At, sent: Sent, way: CallOptions): Promise<string> {
  try {
    await add(place, sent, way);
    return m.clips_files_uploaded();
  } catch (error) {
    const isClosed =
      error instanceof ApiError &&
      (error.status === 403 || error.status === 404) &&
      error.code !== undefined &&
      error.code !== 'UPLOAD_NOT_FOUND';
    if (!isClosed || !('uploadId' in sent)) throw error;
    const captureId = sent.uploadId;
    const clip = await call('POST /clipboard', {
      body: { content: '', captureId, files: 1 },
      needs: ['id'],
    });
    const { idempotencyKey: _, ...rest } = way;
    await call('POST /clipboard/{id}/files', {
      params: { id: clip.id },
      headers: { 'x-capture-part': `${captureId}:0` },
      needs: ['id'],
      ...sent,
      ...rest,
    });
    return m.files_saved_anew();
  }
}

function add({ kind, id }: At, sent: Sent, way: CallOptions): Promise<unknown> {
  const given = { ...sent, ...way, needs: ['id'] as const };
  if (kind === 'room') return call('POST /rooms/{id}/upload', { ...given, params: { id: id! } });
  if (kind === 'desktop') return call('POST /virtual-desktop/items/file', given);
  const params = { id: id! };
  const captured = capturePartOf('uploadId' in sent ? sent.uploadId : '');
  const headers = { ...grantHeader(params.id), ...captured };
  return call('POST /clipboard/{id}/files', { ...given, params, headers });
}
