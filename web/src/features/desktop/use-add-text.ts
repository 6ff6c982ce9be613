import type { Position } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/drafts.ts';
import { randomId } from '../../lib/random-id.ts';
import { withItem, type LiveDesktop } from './desktop-state.ts';
import { addText, desktopKey, patchDesktop, type Source } from './desktop.api.ts';
import { say } from './desktop.messages.ts';
import { useDeleteItem } from './use-delete-item.ts';

export interface TextAdder {
  /** What is being written. */
  readonly text: string;
  readonly adding: boolean;
  readonly type: (text: string) => void;
  /** Adds what was written; false when nothing was added, and the text is still there. */
  readonly add: () => Promise<boolean>;
  /** Adds a text that was pasted or dropped, as it is. */
  readonly paste: (text: string, position?: Position) => Promise<void>;
}

/**
 * The text that is being written for a desktop. It outlives a closed dialog, another page and a
 * lost session.
 */
export function useAddText(source: Source): TextAdder {
  const client = useQueryClient();
  const remove = useDeleteItem(source);
  const { offered, keep, forget } = useDraft(`desktop:${source.token ?? 'own'}`);
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

  async function send(
    content: string,
    idempotencyKey: string,
    undoable: boolean,
    position?: Position,
  ): Promise<boolean> {
    try {
      const desktopId = client.getQueryData<LiveDesktop>(desktopKey(source))?.desktop?.id;
      const item = await addText(source, content, { desktopId, position, idempotencyKey });
      patchDesktop(client, source, (known) => withItem(known, item));
      say.textAdded(content, undoable ? () => remove(item) : undefined);
      return true;
    } catch (error) {
      if (!endedSession(error)) say.textAddFailed(error);
      return false;
    }
  }

  return {
    text,
    adding,
    type,
    async add() {
      if (adding || text.trim() === '') return false;
      setAdding(true);
      const added = await send(text, key.current, false);
      setAdding(false);
      // What was typed while the answer was under way stays.
      if (added && current.current === text) {
        type('');
        forget();
      }
      return added;
    },
    async paste(pasted, position) {
      if (pasted.trim() !== '') await send(pasted, randomId(), true, position);
    },
  };
}
