import { useNavigate } from 'react-router';
import { getUser } from '../session/session.ts';
import { useOffline } from '../live/connection-sign.ts';
import { m } from '../paraglide/messages.js';
import { shortTitle } from '../things/secret.tsx';
import { toast } from '../ui/toast.ts';
import { captureFiles, captureText, openAgain, takeBack } from './capture.ts';
import type { Entry } from './entry.ts';
import { clipIdOf, settled } from './outbox.ts';
import { showWaiting } from './show-waiting.tsx';

export interface Capture {
  /** What became of one, with the way back and to it. */
  readonly tell: (entry: Entry, title: string, picture?: File | null) => void;
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

  function tell(entry: Entry, title: string, picture?: File | null) {
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
  }

  async function tellOutcome(entry: Entry, picture?: File | null): Promise<void> {
    const outcome = await settled(entry.id);
    if (outcome === 'saved') tell(entry, m.capture_saved(), picture);
    if (outcome === 'kept') tell(entry, m.capture_kept(), picture);
    if (outcome === 'refused')
      toast.error(m.capture_not_saved(), shortTitle(entry) || undefined, {
        action: { label: m.capture_open(), onPress: showWaiting },
      });
  }

  function told(
    entry: Entry | null,
    picture?: File | null,
    title = offline ? m.capture_kept_offline() : null,
  ): boolean {
    if (!entry) return false;
    if (title !== null) tell(entry, title, picture);
    else void tellOutcome(entry, picture);
    return true;
  }

  async function instead(entry: Entry, picture: File): Promise<void> {
    if (told(await captureFiles([picture]))) await takeBack(entry.id);
  }

  return {
    tell,
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
