import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { PHONE, useMediaQuery } from '../lib/browser.ts';
import { randomId } from '../lib/random-id.ts';
import { pressed } from '../lib/shortcuts.ts';
import { m } from '../paraglide/messages.js';
import type { Uploads } from '../things/uploads.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { FilePicker } from '../ui/file-picker.tsx';
import { SEND_KEYS, sendOnKey } from './send-key.ts';
import { useDraft } from './use-draft.ts';

export interface Composer {
  readonly text: string;
  readonly sending: boolean;
  readonly type: (text: string) => void;
  readonly send: () => Promise<boolean>;
}

/**
 * A text that is written to be added somewhere. It outlives a closed dialog, another page and a
 * lost session. `add` resolves to false when it could not, and has shown why.
 */
export function useComposer(
  draftKey: string,
  add: (text: string, idempotencyKey: string) => Promise<boolean>,
): Composer {
  const { offered, keep, forget } = useDraft(draftKey);
  const [text, setText] = useState(offered?.text ?? '');
  const [sending, setSending] = useState(false);
  const latest = useRef(text);
  // Pressed again after a reply that got lost, it adds no second item.
  const key = useRef(randomId());

  const type = (next: string) => {
    latest.current = next;
    key.current = randomId();
    setText(next);
    keep(next);
  };

  return {
    text,
    sending,
    type,
    async send() {
      if (sending || text.trim() === '') return false;
      setSending(true);
      const added = await add(text, key.current).finally(() => setSending(false));
      // What was typed while it was on its way stays.
      if (added && latest.current === text) {
        type('');
        forget();
      }
      return added;
    },
  };
}

export interface Adding {
  readonly composer: Composer;
  readonly uploads: Uploads;
}

interface ComposerLineProps {
  composer: Composer;
  label: string;
  placeholder: string;
  /** Enter sends, and not the send key alone. */
  byEnter?: boolean;
  /** It stands in a card with others. */
  large?: boolean;
  verb: string;
  enterShows?: boolean;
  /** On a phone it stands for the verb. */
  icon?: LucideIcon;
  sendClass?: string | false;
  children: ReactNode;
}

export function ComposerLine(props: ComposerLineProps) {
  const { composer, byEnter = false, large = false, verb, icon: Icon } = props;
  const isPhone = useMediaQuery(PHONE);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = () => {
    field.current?.focus();
    void composer.send();
  };
  return (
    <div
      className={classNames(
        'flex gap-1.5 py-[3px] ps-4 pe-1',
        large
          ? 'flex-col items-stretch pe-3 pb-3'
          : 'items-end rounded-card border border-line bg-surface shadow-card -outline-offset-1 outline-accent has-[textarea:focus]:outline-2',
      )}
    >
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        aria-label={props.label}
        aria-keyshortcuts={byEnter ? undefined : SEND_KEYS}
        placeholder={props.placeholder}
        value={composer.text}
        onChange={(event) => composer.type(event.target.value)}
        onKeyDown={(event) => {
          if (!byEnter) sendOnKey(event, send);
          else if (pressed(event) === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            send();
          }
        }}
        className={classNames(
          'field-sizing-content max-h-[40dvh] min-w-0 flex-1 resize-none bg-transparent py-1.5 text-base text-ink outline-none touch:py-2.5 touch:text-field',
          large ? 'min-h-24' : 'placeholder:truncate',
        )}
      />
      <div className="flex items-center justify-end gap-1.5">
        {props.children}
        <Button
          // What there is nothing for yet is no next step.
          variant={composer.text === '' ? 'ghost' : 'primary'}
          pending={composer.sending}
          onClick={send}
          className={classNames(Icon && 'max-md:px-2.5!', props.sendClass)}
          {...(Icon && isPhone && { 'data-tooltip': verb })}
        >
          {Icon && !composer.sending && <Icon size={16} aria-hidden />}
          <span className={classNames(Icon && 'max-md:sr-only')}>{verb}</span>
          {props.enterShows && (
            <kbd aria-hidden className="rounded-chip border border-on-ink/30 px-1.5 text-xs">
              {m.capture_enter_key()}
            </kbd>
          )}
        </Button>
      </div>
    </div>
  );
}

export interface AddLineProps extends Pick<
  ComposerLineProps,
  'label' | 'placeholder' | 'byEnter' | 'verb'
> {
  adding: Adding;
}

export function AddLine({ adding: { composer, uploads }, ...line }: AddLineProps) {
  const isPhone = useMediaQuery(PHONE);
  return (
    <ComposerLine composer={composer} icon={Plus} {...line}>
      <FilePicker
        variant="ghost"
        onFiles={uploads.add}
        iconOnly={isPhone}
        className="max-md:px-2.5!"
      />
    </ComposerLine>
  );
}
