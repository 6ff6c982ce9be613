import { Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Entry } from '../../capture/entry.ts';
import { discardHeld, fittingFiles } from '../../capture/held.ts';
import { Loaded } from '../../live/failed-state.tsx';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/dialog.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Progress, Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { addFile, addText } from './content/room-content.api.ts';
import { useRooms } from './rooms.api.ts';

/** Whatever is repeated of it after a failure is added once. False when nothing of it fits. */
async function addToRoom(
  roomId: string,
  entry: Entry,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<boolean> {
  const { content, files } = await fittingFiles(entry);
  if (content === '' && files.length === 0) return false;
  const total = files.reduce((sum, { size }) => sum + size, 0) || 1;
  const keyOf = (part: number | string) => `${entry.id}-${roomId}-${part}`;
  if (content !== '') await addText(roomId, content, keyOf('text'));
  let gone = 0;
  for (const [part, file] of files.entries()) {
    const before = gone;
    await addFile(roomId, file, {
      signal,
      idempotencyKey: keyOf(part),
      onProgress: (share) => onProgress((before + share * file.size) / total),
    });
    gone += file.size;
  }
  await discardHeld(entry);
  return true;
}

export function ChooseRoomDialog({ entry }: { entry: Entry }) {
  const navigate = useNavigate();
  const list = useRooms();
  const [progress, setProgress] = useState<number | null>(null);
  const adding = useRef<AbortController>(null);

  const add = async (roomId: string) => {
    const controller = new AbortController();
    adding.current = controller;
    setProgress(0);
    try {
      if (!(await addToRoom(roomId, entry, controller.signal, setProgress))) return;
      toast.success(m.rooms_content_added());
      if (!controller.signal.aborted) await navigate(`/rooms/${roomId}`, { replace: true });
    } catch (failure) {
      if (!controller.signal.aborted) toastFailure(m.rooms_content_add_failed(), failure);
    } finally {
      setProgress(null);
    }
  };
  useEffect(() => () => adding.current?.abort(), []);
  return (
    <Dialog
      onClose={() => adding.current?.abort()}
      title={m.share_to_room()}
      description={m.share_room_choose()}
    >
      {progress !== null ? (
        <Progress label={m.share_adding()} value={progress} />
      ) : (
        <Loaded
          of={list}
          items={list.data}
          loading={<Spinner label={m.ui_loading()} />}
          failed={m.rooms_list_failed()}
          empty={<p className="text-sm text-muted">{m.share_no_rooms()}</p>}
        >
          {(rooms) => (
            <ul aria-label={m.share_rooms()} className="flex flex-col gap-1">
              {rooms.map(({ id, name }) => (
                <li key={id}>
                  <button
                    type="button"
                    onClick={() => void add(id)}
                    className="flex min-h-11 w-full min-w-0 items-center gap-3 rounded-control px-2 py-1.5 text-start text-sm font-medium text-ink hover:bg-hover"
                  >
                    <IconTile icon={Users} tone="accent" />
                    <bdi translate="no" className="min-w-0 flex-1 truncate">
                      {name}
                    </bdi>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}
