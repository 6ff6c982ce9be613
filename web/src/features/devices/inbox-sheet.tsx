import type { SentClip } from '@clipline/contract/schemas/devices.ts';
import { CircleOff, Copy, Download, X } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/api.ts';
import { canCopyImages, copyImage, copyText } from '../../lib/copy.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { m } from '../../paraglide/messages.js';
import { LOOKS, lookOf } from '../../things/card-look.ts';
import { usePicture } from '../../things/content-card.tsx';
import { RowBody } from '../../things/row-body.tsx';
import { addressIn, isPicture, titleOf } from '../../things/content.ts';
import { useDownloadAll } from '../../things/download-all.tsx';
import { download } from '../../things/downloads.ts';
import { Secret, shortTitle, useSecret } from '../../things/secret.tsx';
import type { Action } from '../../ui/actions-menu.tsx';
import { Button, buttonStyle, IconButton } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { DeviceIcon } from './device-icon.tsx';

/** Of half a megabyte nobody needs more to know it by. */
const EXCERPT = 1000;

function receivedText(sent: readonly SentClip[]): string {
  const device = sent[0]?.from.name ?? '';
  const count = sent.length;
  return sent.every(({ from }) => from.id === sent[0]?.from.id)
    ? m.devices_received({ device, count })
    : m.devices_received_many({ count });
}

const SHEET =
  'fixed inset-x-0 bottom-0 z-30 flex max-h-[80dvh] animate-appear flex-col rounded-t-dialog border border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-float md:inset-x-auto md:end-4 md:bottom-4 md:w-92 md:rounded-dialog';

export interface InboxSheetProps {
  /** There is no sheet without any. */
  sent: readonly SentClip[];
  onSeen: (id: string) => void;
  onLeave: () => void;
}

/**
 * Comes by itself, so it takes no focus from what is typed: a sheet, on a laptop a card. Its title
 * is read out instead, so the region of that is there before anything was sent.
 */
export function InboxSheet({ sent, onSeen, onLeave }: InboxSheetProps) {
  const title = useId();
  const [first] = sent;
  useShortcut('Escape', onLeave, { enabled: first !== undefined });
  const isOne = sent.length === 1;
  const isFromOne = sent.every(({ from }) => from.id === first?.from.id);
  const device = first?.from.name ?? '';
  return (
    <>
      {/* For a finger beside the sheet; the sheet has a button of its own. */}
      {first && (
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          className="fixed inset-0 z-30 animate-appear bg-scrim md:hidden"
          onClick={onLeave}
        />
      )}
      <div
        {...(first && { role: 'complementary', 'aria-labelledby': title })}
        className={first ? SHEET : 'contents'}
      >
        <div className={first && 'flex items-center gap-3 py-3 ps-4 pe-2'}>
          {isOne && (
            <span
              aria-hidden
              className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent"
            >
              <DeviceIcon of={device} size={18} />
            </span>
          )}
          <div className="min-w-0 flex-1">
            <p
              id={title}
              role="status"
              className={first && 'truncate text-sm/5 font-semibold text-ink'}
            >
              {first && receivedText(sent)}
            </p>
            {isOne && <RelativeTime time={first!.at} className="block text-xs/4 text-muted" />}
          </div>
          {first && <IconButton icon={X} label={m.ui_close()} onClick={onLeave} />}
        </div>
        {isOne ? (
          <OneSent sent={first!} onSeen={() => onSeen(first!.id)} />
        ) : (
          first && (
            <ul className="overflow-y-auto px-4 pb-2">
              {sent.map((each) => (
                <SentRow
                  key={each.id}
                  sent={each}
                  onSeen={() => onSeen(each.id)}
                  names={!isFromOne}
                />
              ))}
            </ul>
          )
        )}
      </div>
    </>
  );
}

interface OneSentProps {
  sent: SentClip;
  onSeen: () => void;
}

/** What a clip is for stands first. */
function useActions({ sent: { clip }, onSeen }: OneSentProps): readonly Action[] {
  const read = async () => (await call('GET /clipboard/{id}', { params: { id: clip!.id } })).files;
  const all = useDownloadAll({
    count: clip?.files.length ?? 0,
    read,
    name: `clip-${clip?.id}`,
  });
  if (!clip) return [];
  const [file] = clip.files;
  const copied = async (copying: Promise<boolean>, text: string) => {
    if (!(await copying))
      return void toast.error(m.clips_copy_failed(), m.ui_copy_text_failed_text());
    toast.success(text);
    onSeen();
  };
  const actions: Action[] = [];
  if (clip.content !== '')
    actions.push({
      icon: Copy,
      label: m.clips_copy(),
      run: () => void copied(copyText(clip.content), m.clips_content_copied()),
    });
  else if (file && isPicture(file.type) && canCopyImages(file.size))
    actions.push({
      icon: Copy,
      label: m.clips_copy_image(),
      run: () => void copied(copyImage(file.url), m.ui_image_copied()),
    });
  if (file)
    actions.push({
      icon: Download,
      label: all?.label ?? m.clips_download(),
      run() {
        if (all) all.run();
        else void download(file, read);
        onSeen();
      },
    });
  return actions;
}

function OneSent(props: OneSentProps) {
  const { clip } = props.sent;
  const secret = useSecret(clip?.content ?? '');
  const [main, other] = useActions(props);
  const [file] = clip?.files ?? [];
  const picture = usePicture(file);
  if (!clip || !main) return <p className="px-4 pb-5 text-sm text-muted">{m.devices_deleted()}</p>;
  const address = addressIn(clip.content);
  const text = secret.text.slice(0, EXCERPT);
  const second = buttonStyle('secondary', 'lg', 'h-13');
  return (
    <div className="flex min-h-0 flex-col gap-4 px-4 pb-4 md:pb-5">
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto rounded-card bg-sunken p-4">
        {picture && <img {...picture} alt="" className="mx-auto max-h-60 rounded-control" />}
        {text !== '' && (
          <p
            dir="auto"
            translate="no"
            className={`line-clamp-6 shrink-0 wrap-anywhere text-ink ${(!address && LOOKS[lookOf(clip)].style) || 'text-base'}`}
          >
            <Secret of={secret} focusable>
              {text}
            </Secret>
          </p>
        )}
        {text === '' && !picture && (
          <bdi translate="no" className="block truncate text-base text-ink">
            {titleOf(clip)}
          </bdi>
        )}
      </div>
      <div className="flex gap-2">
        <Button variant="primary" size="lg" className="h-13 flex-1" onClick={main.run}>
          <main.icon size={18} aria-hidden />
          {main.label}
        </Button>
        {address ? (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={second}
            onClick={props.onSeen}
          >
            {m.clips_open_link()}
          </a>
        ) : other ? (
          <Button size="lg" className="h-13" onClick={other.run}>
            {other.label}
          </Button>
        ) : (
          <Link to={`/clips/${clip.id}`} className={second} onClick={props.onSeen}>
            {m.devices_open()}
          </Link>
        )}
      </div>
    </div>
  );
}

function SentRow({ sent, onSeen, names }: OneSentProps & { names: boolean }) {
  const { clip, from, at } = sent;
  const [main] = useActions({ sent, onSeen });
  return (
    <li className="flex min-h-16 items-center gap-3 border-b border-line last:border-b-0">
      {clip ? (
        <Link
          to={`/clips/${clip.id}`}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-chip"
          onClick={onSeen}
        >
          <RowBody content={clip} search="" time={at} narrow>
            {names && <bdi translate="no">{from.name}</bdi>}
          </RowBody>
        </Link>
      ) : (
        <>
          <CircleOff size={16} aria-hidden className="mx-1.5 shrink-0 text-muted max-md:mx-2.5" />
          <span className="flex-1 text-sm text-muted">{m.devices_deleted()}</span>
        </>
      )}
      {main && (
        <IconButton
          icon={main.icon}
          label={m.devices_row_action({ action: main.label, clip: shortTitle(clip!, 80) })}
          onClick={main.run}
        />
      )}
    </li>
  );
}
