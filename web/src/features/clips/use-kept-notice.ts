import { useEffect, useRef } from 'react';
import { getSessionState } from '../../lib/session.ts';
import { say } from './clips.messages.ts';

/** Says on leaving the page that unsaved text is not gone. */
export function useKeptNotice(dirty: boolean): void {
  const latest = useRef(dirty);
  useEffect(() => {
    latest.current = dirty;
  });
  useEffect(
    () => () => {
      const session = getSessionState();
      // Logging out removes what was kept; an expired session has a message of its own.
      const ended = session.status === 'signed-out' && session.endedBy !== null;
      if (latest.current && !ended) say.textKept();
    },
    [],
  );
}
