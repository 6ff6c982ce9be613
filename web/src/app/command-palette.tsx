import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { fold, searchWords } from '@clipline/contract/folding.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useClips } from '../features/clips/clips.api.ts';
import { FromLink } from '../features/clips/list/clip-actions.tsx';
import { useTags } from '../features/clips/tags/tags.api.ts';
import { open as openOwner } from '../features/owner/overlays.ts';
import { useRooms } from '../features/rooms/rooms.api.ts';
import { useDebounced } from '../lib/debounce.ts';
import { getUser } from '../session/session.ts';
import { excerpt } from '../lib/text.ts';
import { trashDays } from '../lib/browser.ts';
import { pages } from '../pages.ts';
import { titleOf } from '../things/content.ts';
import { m } from '../paraglide/messages.js';
import { useOverlay } from '../ui/overlays.tsx';

const NEWEST = 8;
const DEBOUNCE_MS = 150;

interface Command {
  readonly value: string;
  readonly label: string;
  readonly via?: Clip['via'];
  readonly run: () => void;
}
interface Group {
  readonly value: string;
  readonly translate?: 'no' | undefined;
  readonly items: readonly Command[];
}

export interface CommandPaletteProps {
  from: Element | null;
}

/** What the buttons of the card in focus do can be done from here, copying first. */
function actionsOf(from: Element | null): Command[] {
  const card = from?.closest('[role=article]');
  const buttons = ['[data-copy]', '[data-action]'].flatMap((kind) => [
    ...(card?.querySelectorAll<HTMLElement>(kind) ?? []),
  ]);
  return buttons.map((button) => {
    const label = button.getAttribute('aria-label') ?? button.textContent;
    return { value: `clip ${label}`, label, run: () => button.click() };
  });
}

export function CommandPalette({ from }: CommandPaletteProps) {
  const { open, close, closed, focusOpener, above } = useOverlay();
  const chosen = useRef<Command | null>(null);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => next || close()}
      // Focus is back on the card before anything is done with it.
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        chosen.current?.run();
        closed();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-3 md:pt-[12dvh]">
          <Dialog.Popup
            aria-label={m.app_palette()}
            finalFocus={focusOpener}
            className="flex max-h-[min(34rem,80dvh)] w-full max-w-140 flex-col overflow-hidden rounded-dialog border border-line bg-raised shadow-float outline-none transition-[opacity,scale] duration-150 ease-calm data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <Commands
              from={from}
              onChosen={(command) => {
                chosen.current = command;
                close();
              }}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
      {above}
    </Dialog.Root>
  );
}

function Commands({
  from,
  onChosen,
}: {
  from: Element | null;
  onChosen: (command: Command) => void;
}) {
  const navigate = useNavigate();
  const [actions] = useState(() => actionsOf(from));
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const look = useDebounced(setSearch, DEBOUNCE_MS);
  const type = (text: string) => {
    setTyped(text);
    look(text);
  };
  const tags = useTags().data ?? [];
  const rooms = useRooms().data ?? [];
  const clips = useClips('history', {
    page: 1,
    pageSize: NEWEST,
    ...(search.trim() !== '' && { search: search.trim() }),
  });
  const words = searchWords(typed);
  const isMeant = ({ label }: Command) => words.every((word) => fold(label).includes(word));
  const to = (value: string, label: string, path: string, state?: object): Command => ({
    value,
    label,
    run: () => void navigate(path, { state }),
  });
  const all: Group[] = [
    {
      value: m.app_palette_clip(),
      items: actions.filter(isMeant),
    },
    {
      value: m.app_palette_pages(),
      items: pages
        .filter(
          // One for what is not there yet, or that another program sends its reader to, leads nowhere.
          ({ framed, path, noindex, entry, access }) =>
            framed &&
            (access !== 'admin' || getUser()?.isAdmin) &&
            !noindex &&
            !entry?.quiet &&
            !path.includes(':') &&
            (path !== '/trash' || trashDays() > 0),
        )
        .map((page) => to(page.path, page.entry?.label() ?? nameOf(page.title()), page.path))
        .concat({
          value: 'phone',
          label: m.owner_phone(),
          run: () => openOwner('phone'),
        })
        .filter(isMeant),
    },
    {
      value: m.app_rooms(),
      translate: 'no',
      items: rooms.map(({ id, name }) => to(id, name, `/rooms/${id}`)).filter(isMeant),
    },
    {
      value: m.app_palette_tags(),
      translate: 'no',
      items: tags.map(({ id, name }) => to(id, name, `/clips?tag=${id}`)).filter(isMeant),
    },
    {
      value: m.app_palette_clips(),
      translate: 'no',
      // The store has looked for the words.
      items: (clips.data?.clips ?? []).map((clip) => ({
        ...to(
          clip.id,
          excerpt(titleOf(clip), 80) || clip.id,
          `/clips/${clip.id}`,
          // Where it is opened, the first of what was looked for is selected.
          clip.match?.where === 'text' ? { search } : undefined,
        ),
        via: clip.via,
      })),
    },
  ];
  const groups = all.filter(({ items }) => items.length > 0);

  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups}
      value={typed}
      onValueChange={type}
      itemToStringValue={(item: Command) => item.label}
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search size={18} aria-hidden className="shrink-0 text-muted" />
        <Autocomplete.Input
          aria-label={m.app_palette()}
          placeholder={m.app_palette_placeholder()}
          className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-muted touch:text-field"
        />
      </div>
      <Dialog.Close className="sr-only">{m.ui_close()}</Dialog.Close>
      <div className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2">
        <Autocomplete.Empty>
          <p className="px-3 py-6 text-center text-sm text-muted">{m.app_palette_none()}</p>
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items} className="mb-1">
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <Autocomplete.Item
                    key={command.value}
                    value={command}
                    onClick={() => onChosen(command)}
                    className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-control px-3 text-sm text-ink select-none data-highlighted:bg-hover touch:min-h-11"
                  >
                    <bdi translate={group.translate} className="truncate">
                      {command.label}
                    </bdi>
                    <FromLink via={command.via} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

const nameOf = (title: string) => title.replace(/ [|·–-] Clipline$/, '');
