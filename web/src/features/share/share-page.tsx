import { PackageOpen, PackageX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Entry } from '../../capture/entry.ts';
import { discardHeld, heldEntry, saveHeld } from '../../capture/held.ts';
import { settled } from '../../capture/outbox.ts';
import { FileLost } from '../../capture/store.ts';
import { useCapture } from '../../capture/use-capture.ts';
import { useFirstPreview } from '../../capture/first-preview.ts';
import { fileSize } from '../../lib/format.ts';
import { HOME_PATH, originState, SIGN_IN_PATH } from '../../session/origin.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../session/session.ts';
import { useOffline } from '../../live/connection-sign.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FileIcon } from '../../things/files.tsx';
import { isPicture } from '../../things/content.ts';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { InOrder } from '../../ui/slots.tsx';
import { toast } from '../../ui/toast.ts';
import { open } from '../rooms/overlays.ts';

/** A dozen lines show; a text can be half a megabyte. */
const EXCERPT = 2000;

/** What came, as text and names alone: its sender is not known. */
function SharedContent({ entry }: { entry: Entry }) {
  const { content, files } = entry;
  const picture = useFirstPreview(entry);
  const named = files.find(({ type }) => isPicture(type));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {content !== '' && (
        <p
          dir="auto"
          translate="no"
          className="line-clamp-12 text-base wrap-anywhere whitespace-pre-line text-ink"
        >
          {content.trim().slice(0, EXCERPT)}
        </p>
      )}
      {picture && named && (
        <img
          src={picture.url}
          alt={m.ui_preview_of({ name: named.name })}
          className="h-44 w-full rounded-card border border-line bg-sunken object-contain"
        />
      )}
      {files.length > 0 && (
        <ul aria-label={m.share_files()} className="flex flex-col gap-2">
          <InOrder of={files}>
            {({ name, type, size }) => (
              <li className="flex min-w-0 items-center gap-3">
                <FileIcon name={name} type={type} />
                <bdi translate="no" className="min-w-0 flex-1 truncate text-sm text-ink">
                  {name}
                </bdi>
                <span className="tabular shrink-0 text-xs text-muted">{fileSize(size)}</span>
              </li>
            )}
          </InOrder>
        </ul>
      )}
    </div>
  );
}

/** What another program shared to the installed app: nothing becomes of it without a word. */
export default function SharePage() {
  const heading = usePageTitle(m.share_title());
  const { search, hash } = useLocation();
  const id = hash.slice(1);
  const { entry, forget } = useHeld(id);
  const why = new URLSearchParams(search).get('lost');
  const isLost = why !== null;
  const lost = why === 'large' ? m.share_too_large() : m.share_lost();
  return (
    <>
      <PageHeader title={m.share_title()} headingRef={heading} />
      <PageBody>
        {entry && isLost && <p className="mb-4 max-w-2xl text-sm text-muted">{lost}</p>}
        {entry && <Decision key={entry.id} entry={entry} onDecided={forget} />}
        <div role="status">
          {entry === null && (
            <EmptyState
              icon={isLost ? PackageX : PackageOpen}
              text={isLost ? lost : m.share_nothing()}
              action={
                <ButtonLink variant="primary" to={HOME_PATH}>
                  {m.share_home()}
                </ButtonLink>
              }
            />
          )}
        </div>
      </PageBody>
    </>
  );
}

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
  const [saving, setSaving] = useState(false);

  const offline = useOffline();
  const capture = useCapture();

  const save = async (kept = offline ? m.capture_kept_offline() : m.capture_kept()) => {
    if (!user) return;
    setSaving(true);
    try {
      if (!(await saveHeld(entry, user.id))) {
        // Another window decided meanwhile, or nothing of it can be saved, which was said.
        if (!(await heldEntry(entry.id))) onDecided();
        return;
      }
      await navigate(HOME_PATH, { replace: true });
      const outcome = offline ? 'kept' : await settled(entry.id);
      if (outcome === 'refused') toast.error(m.capture_not_saved());
      else if (outcome !== 'gone')
        capture.tell(entry, outcome === 'saved' ? m.capture_saved() : kept);
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
    else open('choose', { entry });
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
    </Card>
  );
}
