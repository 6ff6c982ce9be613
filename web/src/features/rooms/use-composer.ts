import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/drafts.ts';
import { randomId } from '../../lib/random-id.ts';
import { takeItem } from './content-mutations.api.ts';
import { addText } from './room-content.api.ts';
import { say } from './rooms.messages.ts';

export interface Composer {
  readonly text: string;
  readonly adding: boolean;
  readonly type: (text: string) => void;
  /** Adds the text; blank text is left alone. */
  readonly add: () => Promise<void>;
}

/**
 * The text that is being written for a room. It outlives a look at another tab, another page and a
 * lost session.
 */
export function useComposer(roomId: string): Composer {
  const client = useQueryClient();
  const { offered, keep, forget } = useDraft(`room:${roomId}`);
  const [text, setText] = useState(offered?.text ?? '');
  const [adding, setAdding] = useState(false);
  const current = useRef(text);
  // Pressed again after an answer that got lost, it adds no second item.
  const key = useRef(randomId());

  const type = (next: string) => {
    current.current = next;
    key.current = randomId();
    setText(next);
    keep(next);
  };

  async function add(): Promise<void> {
    if (adding || text.trim() === '') return;
    setAdding(true);
    try {
      takeItem(client, roomId, await addText(roomId, text, key.current));
      say.contentAdded();
      // What was typed while the answer was under way stays.
      if (current.current === text) {
        type('');
        forget();
      }
    } catch (error) {
      if (!endedSession(error)) say.contentAddFailed(error);
    } finally {
      setAdding(false);
    }
  }

  return { text, adding, type, add };
}
