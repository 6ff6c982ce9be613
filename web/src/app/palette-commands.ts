import { fold, searchWords } from '@clipline/contract/folding.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { CornerDownLeft, FileText, Send, Smartphone, Tag, Users } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { clipKeys, useClips } from '../features/clips/clips.api.ts';
import { open as openClips } from '../features/clips/overlays.ts';
import { useTags } from '../features/clips/tags/tags.api.ts';
import { open as openDevices } from '../features/devices/overlays.ts';
import { open as openOwner } from '../features/owner/overlays.ts';
import { useRooms } from '../features/rooms/rooms.api.ts';
import { trashDays } from '../lib/browser.ts';
import { canCopyImages } from '../lib/copy.ts';
import { useDebounced } from '../lib/debounce.ts';
import { pages } from '../pages.ts';
import { m } from '../paraglide/messages.js';
import { getUser } from '../session/session.ts';
import type { LiveClip } from '../things/clip.ts';
import { isPicture, titleOf } from '../things/content.ts';
import { shortTitle } from '../things/secret.tsx';
import { copyAndTell, copyImageAndTell } from '../ui/copy-text.ts';

const SHOWN = 8;
/** Those that were saved more than once count as one. */
const READ = 20;
const DEBOUNCE_MS = 150;

export interface Command {
  readonly value: string;
  readonly label: string;
  readonly run: () => void;
  /** Runs in the press itself. */
  readonly copies?: boolean;
  readonly icon?: LucideIcon | undefined;
  readonly detail?: string | undefined;
  readonly isOwn?: boolean;
  readonly clip?: LiveClip;
  readonly count?: number;
  readonly open?: () => void;
  readonly share?: () => void;
  readonly send?: () => void;
}
export interface Group {
  readonly value: string;
  readonly items: readonly Command[];
}

/** What the buttons of the card in focus do can be done from here, copying first. */
export function actionsOf(from: Element | null): Command[] {
  const card = from?.closest('[role=article]');
  const buttons = ['[data-copy]', '[data-action]'].flatMap((kind) => [
    ...(card?.querySelectorAll<HTMLElement>(kind) ?? []),
  ]);
  return buttons.map((button) => {
    const label = button.getAttribute('aria-label') ?? button.textContent;
    return { value: `clip ${label}`, label, icon: CornerDownLeft, run: () => button.click() };
  });
}

const sendTo = ({ id }: LiveClip): void => openDevices('send', { clipId: id });

/** The clip whose page this is, if it is mine and there is something in it. */
function useOpenClip(): LiveClip | undefined {
  const { pathname } = useLocation();
  const id = pathname.replace('/clips/', '');
  const clip = useQueryClient().getQueryData<LiveClip>(clipKeys.one(id));
  const isSaved = clip && (clip.content !== '' || clip.files.length > 0);
  return isSaved && clip.userId === getUser()?.id ? clip : undefined;
}

function withCounts(clips: readonly LiveClip[]): { clip: LiveClip; count: number }[] {
  const known = new Map<string, { clip: LiveClip; count: number }>();
  for (const clip of clips) {
    const key = clip.content.trim() === '' ? `file ${clip.id}` : `text ${clip.content.trim()}`;
    const same = known.get(key);
    if (same) same.count += 1;
    else known.set(key, { clip, count: 1 });
  }
  return [...known.values()].slice(0, SHOWN);
}

/** The newest clips; of what is typed, clips, what can be done, and where one can go. */
export function usePaletteGroups(actions: readonly Command[]) {
  const navigate = useNavigate();
  const opened = useOpenClip();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const look = useDebounced(setSearch, DEBOUNCE_MS);
  const type = (text: string) => {
    setTyped(text);
    look(text);
  };
  const tags = useTags().data ?? [];
  const rooms = useRooms().data ?? [];
  const read = useClips('history', {
    page: 1,
    pageSize: READ,
    ...(search.trim() !== '' && { search: search.trim() }),
  });
  const words = searchWords(typed);
  const matches = (text: string) => words.every((word) => fold(text).includes(word));
  const isMeant = ({ label }: Command) => matches(label);
  // Until the store has looked for the words, these are what was found before.
  const isFound = typed === search && !read.isPlaceholderData;
  const found = (read.data?.clips ?? []).filter(
    (clip) => isFound || matches(titleOf(clip).slice(0, 1000)),
  );

  const to = (path: string, label: string, more: Partial<Command> = {}): Command => ({
    value: path,
    label,
    ...more,
    run: () => void navigate(path),
  });
  const ofClip = ({ clip, count }: { clip: LiveClip; count: number }): Command => {
    const open = () =>
      void navigate(`/clips/${clip.id}`, {
        // Where it is opened, the first of what was looked for is selected.
        state: clip.match?.where === 'text' ? { search } : undefined,
      });
    const [file] = clip.files;
    const copy =
      clip.content !== ''
        ? () => void copyAndTell(clip.content, m.ui_copied())
        : file && isPicture(file.type) && canCopyImages(file.size)
          ? () => void copyImageAndTell(file.url)
          : undefined;
    return {
      value: clip.id,
      label: shortTitle(clip, 80) || clip.id,
      clip,
      count,
      open,
      share: () => openClips('share', { clipId: clip.id }),
      send: () => sendTo(clip),
      run: copy ?? open,
      copies: copy !== undefined,
    };
  };
  const clips: Group = { value: m.app_palette_clips(), items: withCounts(found).map(ofClip) };
  if (words.length === 0) return { typed, type, groups: clips.items.length > 0 ? [clips] : [] };

  const send: Command[] = opened
    ? [{ value: 'send', label: m.devices_send_to(), icon: Send, run: () => sendTo(opened) }]
    : [];
  const phone: Command = {
    value: 'phone',
    label: m.owner_phone(),
    icon: Smartphone,
    run: () => openOwner('phone'),
  };
  const places = [
    ...shownPages().map((page) =>
      to(page.path, page.entry?.label() ?? nameOf(page.title()), {
        icon: page.entry?.icon ?? FileText,
      }),
    ),
    ...rooms.map(({ id, name }) =>
      to(`/rooms/${id}`, name, { icon: Users, detail: m.app_palette_room(), isOwn: true }),
    ),
    ...tags.map(({ id, name }) =>
      to(`/clips?tag=${id}`, name, { icon: Tag, detail: m.app_palette_tag(), isOwn: true }),
    ),
  ];
  const groups: Group[] = [
    clips,
    { value: m.app_palette_do(), items: [...actions, ...send, phone].filter(isMeant) },
    { value: m.app_palette_go(), items: places.filter(isMeant) },
  ];
  return { typed, type, groups: groups.filter(({ items }) => items.length > 0) };
}

/** One for what is not there yet, or that another program sends its reader to, leads nowhere. */
const shownPages = () =>
  pages.filter(
    ({ framed, path, noindex, entry, access }) =>
      framed &&
      (access !== 'admin' || getUser()?.isAdmin) &&
      !noindex &&
      !entry?.quiet &&
      !path.includes(':') &&
      (path !== '/trash' || trashDays() > 0),
  );

const nameOf = (title: string) => title.replace(/ [|·–-] Clipline$/, '');
