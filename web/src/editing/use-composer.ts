import { useRef, useState } from 'react';
import { randomId } from '../lib/random-id.ts';
import { useDraft } from './use-draft.ts';

export interface Composer {
  readonly text: string;
  readonly sending: boolean;
  readonly type: (text: string) => void;
  /** Sends the text; false when it was blank or could not be sent, and is still there. */
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
