import { useNavigate } from 'react-router';
import { getUser } from '../session/session.ts';
import { useOffline } from '../live/connection-sign.ts';
import { m } from '../paraglide/messages.js';
import { shortTitle } from '../things/secret.tsx';
import { toast } from '../ui/toast.ts';
import { captureFiles, captureText, openAgain, takeBack } from './capture.ts';
import type { Entry } from './entry.ts';
import { clipIdOf } from './outbox.ts';
import { showWaiting } from './show-waiting.tsx';

export interface Capture {
  /** Makes a clip of a text; `picture`: what may be meant instead. False when it is not kept. */
  readonly text: (text: string, picture?: File | null) => Promise<boolean>;
  readonly files: (files: readonly File[]) => Promise<boolean>;
  /**
   * For what was meant for a room or a desktop, which take nothing offline: makes a clip of it and
   * says so. False online, where nothing is done.
   */
  readonly whenOffline: (what: string | readonly File[]) => boolean;
}

export function useCapture(): Capture {
  const navigate = useNavigate();
  const offline = useOffline();
  const saved = offline ? m.capture_kept_offline() : m.capture_saved();

  function told(entry: Entry | null, picture?: File | null, title = saved): boolean {
    if (!entry) return false;
    const open = () => {
      const clipId = clipIdOf(entry.id);
      if (clipId) void navigate(`/clips/${clipId}`);
      else showWaiting();
    };
    toast.success(
      entry.closed && title === m.capture_saved() ? m.secrets_saved() : title,
      // It keeps two in a row apart, so that each can be undone.
      shortTitle(entry) || undefined,
      {
        action: { label: m.ui_undo(), onPress: () => void takeBack(entry.id) },
        also: [
          { label: m.capture_open(), onPress: open },
          ...(entry.closed
            ? [{ label: m.links_address_open(), onPress: () => void openAgain(entry.id) }]
            : []),
          ...(picture
            ? [
                {
                  label: m.capture_use_picture(),
                  onPress: () => void instead(entry, picture),
                },
              ]
            : []),
        ],
      },
    );
    return true;
  }

  async function instead(entry: Entry, picture: File): Promise<void> {
    if (told(await captureFiles([picture]))) await takeBack(entry.id);
  }

  return {
    text: async (text, picture) => told(await captureText(text), picture),
    files: async (files) => told(await captureFiles(files)),
    whenOffline(what) {
      // A visitor has no clips that it could be saved to.
      if (!offline || getUser() === null) return false;
      const kept = typeof what === 'string' ? captureText(what) : captureFiles(what);
      void kept.then((entry) => told(entry, null, m.capture_offline_instead()));
      return true;
    },
  };
}
