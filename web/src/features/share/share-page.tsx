import { PackageOpen, PackageX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { takeBack } from '../../capture/capture.ts';
import type { Entry } from '../../capture/entry.ts';
import { discardHeld, heldEntry, saveHeld } from '../../capture/held.ts';
import { FileLost } from '../../capture/store.ts';
import { HOME_PATH, originState, SIGN_IN_PATH } from '../../lib/origin.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../lib/session.ts';
import { useOffline } from '../../live/connection-sign.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast, undoable } from '../../ui/toast.ts';
import { SharedContent } from './shared-content.tsx';

const RoomDialog = lazyDialog(() => import('./room-dialog.tsx'), 'RoomDialog');

/** What another program shared to the installed app: nothing becomes of it without a word. */
export default function SharePage() {
  const heading = usePageTitle(m.share_title());
  const { search, hash } = useLocation();
  const id = hash.slice(1);
  const { entry, forget } = useHeld(id);
  const isLost = new URLSearchParams(search).has('lost');
  return (
    <>
      <PageHeader title={m.share_title()} headingRef={heading} />
      <PageBody>
        {entry && isLost && <p className="mb-4 max-w-2xl text-sm text-muted">{m.share_lost()}</p>}
        {entry && <Decision key={entry.id} entry={entry} onDecided={forget} />}
        {entry === null && (
          <div role="status">
            <EmptyState
              icon={isLost ? PackageX : PackageOpen}
              text={isLost ? m.share_lost() : m.share_nothing()}
              action={
                <ButtonLink variant="primary" to={HOME_PATH}>
                  {m.share_home()}
                </ButtonLink>
              }
            />
          </div>
        )}
      </PageBody>
    </>
  );
}

/** `undefined` until that is known, `null` when nothing waits. */
function useHeld(id: string) {
  const [entry, setEntry] = useState<Entry | null>();
  useEffect(() => {
    let shown = true;
    heldEntry(id).then(
      (held) => shown && setEntry(held ?? null),
      // A browser that keeps nothing has received nothing.
      () => shown && setEntry(null),
    );
    return () => {
      shown = false;
    };
  }, [id]);
  return { entry, forget: () => setEntry(null) };
}

function Decision({ entry, onDecided }: { entry: Entry; onDecided: () => void }) {
  const user = useUser();
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);
  const [saving, setSaving] = useState(false);

  const offline = useOffline();

  const save = async (title = offline ? m.capture_kept_offline() : m.capture_saved()) => {
    if (!user) return;
    setSaving(true);
    try {
      if (!(await saveHeld(entry, user.id))) {
        // Another window decided meanwhile, or nothing of it can be saved, which was said.
        if (!(await heldEntry(entry.id))) onDecided();
        return;
      }
      toast.success(
        title,
        undefined,
        undoable(() => void takeBack(entry.id)),
      );
      await navigate(HOME_PATH, { replace: true });
    } catch (error) {
      toast.error(
        error instanceof FileLost
          ? m.capture_file_lost({ name: error.message })
          : m.clips_save_item_failed(),
      );
    } finally {
      setSaving(false);
    }
  };
  const choose = () => {
    // Rooms take nothing offline.
    if (offline) void save(m.capture_offline_instead());
    else setChoosing(true);
  };
  const discard = async () => {
    await discardHeld(entry);
    onDecided();
  };
  return (
    <Card className="flex max-w-2xl flex-col gap-4 p-5">
      <SharedContent entry={entry} />
      <p className="text-sm text-muted">{user ? m.share_text() : m.share_sign_in()}</p>
      <div className="flex flex-wrap gap-2">
        {user ? (
          <>
            <Button variant="primary" pending={saving} onClick={() => void save()}>
              {m.share_save()}
            </Button>
            <Button onClick={choose}>{m.share_to_room()}</Button>
          </>
        ) : (
          <ButtonLink
            variant="primary"
            to={`${SIGN_IN_PATH}?mode=login`}
            state={originState(`/share#${entry.id}`)}
          >
            {m.share_login()}
          </ButtonLink>
        )}
        <Button variant="ghost" onClick={() => void discard()}>
          {m.share_discard()}
        </Button>
      </div>
      <RoomDialog open={choosing} onOpenChange={setChoosing} entry={entry} />
    </Card>
  );
}
