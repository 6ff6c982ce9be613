import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { ArrowUpRight, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { FromLink } from '../things/from-link.tsx';
import { pressed } from '../lib/shortcuts.ts';
import { marksIn } from '../lib/text.ts';
import { m } from '../paraglide/messages.js';
import { RowBody } from '../things/row-body.tsx';
import { useOverlay } from '../ui/overlays.tsx';
import { Marked } from '../ui/text.tsx';
import { actionsOf, type Command, type Group, usePaletteGroups } from './palette-commands.ts';

export interface CommandPaletteProps {
  from: Element | null;
}

export function CommandPalette({ from }: CommandPaletteProps) {
  const { open, close, closed, focusOpener, above } = useOverlay();
  const chosen = useRef<() => void>(undefined);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => next || close()}
      // Focus is back on the card before anything is done with it.
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        chosen.current?.();
        closed();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-3 md:pt-[min(7rem,14dvh)]">
          <Dialog.Popup
            aria-label={m.app_palette()}
            finalFocus={focusOpener}
            className="flex max-h-[min(36rem,80dvh)] w-full max-w-160 flex-col overflow-hidden rounded-dialog border border-line bg-raised shadow-float outline-none transition-[opacity,scale] duration-150 ease-calm data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <Commands
              from={from}
              onChosen={(run, { copies = false } = {}) => {
                // A browser lets a page copy in reply to the press, not some time after it.
                if (copies) run();
                else chosen.current = run;
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

interface CommandsProps {
  from: Element | null;
  onChosen: (run: () => void, how?: { readonly copies?: boolean }) => void;
}

function Commands({ from, onChosen }: CommandsProps) {
  const [actions] = useState(() => actionsOf(from));
  const { typed, type, groups } = usePaletteGroups(actions);
  const highlighted = useRef<Command>(undefined);
  const hasClips = groups.some(({ items }) => items.some(({ open }) => open));

  /** Of a clip: it is opened, shared or sent, and not copied. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    const command = highlighted.current;
    const run = { Enter: command?.open, s: command?.share, d: command?.send }[pressed(event)];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    onChosen(run);
  };
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
      onItemHighlighted={(command: Command | undefined) => {
        highlighted.current = command;
      }}
      itemToStringValue={(item: Command) => item.label}
    >
      {/* Its keys are those of the field inside. */}
      <div
        className="flex items-center gap-3 border-b border-line px-5"
        onKeyDownCapture={onKeyDown}
      >
        <Search size={18} aria-hidden className="shrink-0 text-muted" />
        <Autocomplete.Input
          aria-label={m.app_palette()}
          placeholder={m.app_palette_placeholder()}
          className="h-14 min-w-0 flex-1 bg-transparent text-md text-ink outline-none placeholder:text-muted touch:text-field"
        />
        <span aria-hidden className="touch:hidden">
          <Key>{m.app_key_escape()}</Key>
        </span>
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
                    onClick={() => onChosen(command.run, command)}
                    className="group/row flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-sm text-ink select-none data-highlighted:bg-hover touch:min-h-11"
                  >
                    <PaletteRow command={command} search={typed} onOpen={onChosen} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
      {hasClips && <Keys />}
    </Autocomplete.Root>
  );
}

interface PaletteRowProps {
  command: Command;
  search: string;
  onOpen: (open: () => void) => void;
}

function PaletteRow({ command, search, onOpen }: PaletteRowProps) {
  const { clip, icon: Icon, label, detail, isOwn, count = 1, open } = command;
  if (!clip)
    return (
      <>
        {Icon && <Icon size={16} aria-hidden className="mx-1 shrink-0 text-muted" />}
        {/* Drawn anew: what a translator has put in the place of its parts cannot be changed. */}
        <bdi key={search} translate={isOwn ? 'no' : undefined} className="truncate">
          <Marked text={label} marks={marksIn(label, search)} />
        </bdi>
        {detail && <span className="shrink-0 text-muted">{detail}</span>}
      </>
    );
  return (
    <>
      <RowBody content={clip} search={search} time={clip.createdAt} narrow={false}>
        <FromLink via={clip.via} />
        {count > 1 && (
          <span className="tabular rounded-chip bg-hover px-1.5 text-xs text-body">{`×${count}`}</span>
        )}
      </RowBody>
      {/* For pointers and fingers: an option has no buttons, and keys have their own way. */}
      <span
        aria-hidden
        data-tooltip={m.capture_open()}
        data-open
        onClick={(event) => {
          event.stopPropagation();
          if (open) onOpen(open);
        }}
        className="-me-1.5 flex size-7 shrink-0 items-center justify-center rounded-chip text-muted hover:bg-surface hover:text-ink touch:size-10"
      >
        <ArrowUpRight size={16} />
      </span>
    </>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-5 items-center rounded-chip border border-line bg-surface px-1.5 font-sans text-xs font-medium whitespace-nowrap text-muted">
      {children}
    </kbd>
  );
}

/** A finger has no keys. */
function Keys() {
  const keys = [
    [m.app_key_enter(), m.app_palette_copy()],
    [`${m.app_key_control()} ${m.app_key_enter()}`, m.app_palette_open()],
    [`${m.app_key_control()} S`, m.app_palette_share()],
    [`${m.app_key_control()} D`, m.app_palette_send()],
  ] as const;
  return (
    <p className="flex h-11 shrink-0 items-center gap-4 border-t border-line bg-sunken px-5 text-xs text-muted touch:hidden dark:bg-transparent">
      {keys.map(([key, meaning]) => (
        <span key={key} className="flex items-center gap-2">
          <Key>{key}</Key>
          <span>{meaning}</span>
        </span>
      ))}
    </p>
  );
}
