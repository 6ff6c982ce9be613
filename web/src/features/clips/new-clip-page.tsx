import { CircleAlert, Lock, LogIn, Plus, Save } from 'lucide-react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { SEND_KEYS, useSaveKey } from '../../editing/send-key.ts';
import { originState, SIGN_IN_PATH } from '../../session/origin.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { PLANS_PATH } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink, buttonStyle } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageDropTarget } from '../../ui/page-drop-target.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { Status } from '../../ui/status.tsx';
import { NARROW, ShareClip, WORD } from './clip/clip-buttons.tsx';
import { ClipEditor } from './editor/clip-editor.tsx';
import { type NewClip, useNewClip } from './editor/use-new-clip.ts';

interface NewClipEditorProps {
  session: string;
  savedId: string | null;
  onSaved: (id: string) => void;
}

function NewClipEditor({ session, savedId, onSaved }: NewClipEditorProps) {
  const heading = usePageTitle(m.clips_new());
  const navigate = useNavigate();
  const made = useNewClip(session, savedId, onSaved);
  const { clip, files, status, unsaved } = made;
  const signIn = () =>
    void navigate(`${SIGN_IN_PATH}?mode=login`, { state: originState('/new-clip') });
  const save = () => (status === 'signed-out' ? signIn() : void made.save());
  useSaveKey(save);
  const idle = made.shareable && !unsaved;

  if (made.notMine) return <Navigate to={`/clips/${savedId}`} replace />;
  return (
    <>
      <PageHeader
        title={m.clips_new()}
        headingRef={heading}
        back={{ to: '/dashboard', label: m.clips_back() }}
        actions={
          <>
            <ShareClip
              own
              clipId={clip?.id ?? null}
              share={made.shareable ? 'yes' : 'disabled'}
              variant={idle ? 'primary' : 'secondary'}
            />
            <SaveButton status={status} idle={idle} onSave={save} />
          </>
        }
      />
      <PageDropTarget label={m.clips_drop()} onFiles={files.add} />
      <PageBody className="mx-auto flex max-w-256! flex-1 flex-col gap-4">
        <Status>
          {status === 'signed-out' && (
            <Notice
              icon={LogIn}
              tone="accent"
              action={
                <Button size="sm" onClick={signIn}>
                  {m.clips_log_in()}
                </Button>
              }
            >
              {m.clips_log_in_text()}
            </Notice>
          )}
          {status === 'locked' && (
            <Notice
              id={LOCKED}
              icon={Lock}
              tone="warn"
              action={
                <a href={PLANS_PATH} className={buttonStyle('primary', 'sm')}>
                  {m.billing_see_plans()}
                </a>
              }
            >
              {m.billing_locked_changes()}
            </Notice>
          )}
          {status === 'failed' && (
            <Notice
              icon={CircleAlert}
              tone="warn"
              action={
                <Button size="sm" onClick={made.retry}>
                  {m.ui_try_again()}
                </Button>
              }
            >
              {m.clips_prepare_failed()}
            </Notice>
          )}
        </Status>
        <ClipEditor edit={made} clip={clip} isNew startFocused={savedId === null} />
        <div className="flex min-h-9 flex-wrap items-center gap-3">
          <SavedState made={made} />
          {idle && (
            <ButtonLink variant="ghost" to="/new-clip">
              <Plus size={16} aria-hidden />
              {m.clips_new()}
            </ButtonLink>
          )}
        </div>
      </PageBody>
    </>
  );
}

const LOCKED = 'clip-locked';

function SaveButton({
  status,
  idle,
  onSave,
}: {
  status: NewClip['status'];
  idle: boolean;
  onSave: () => void;
}) {
  const pending = status === 'initializing' || status === 'saving';
  const ready = !pending && status !== 'failed';
  return (
    <Button
      variant={idle ? 'secondary' : 'primary'}
      pending={pending}
      className={ready ? 'max-sm:px-3' : NARROW}
      disabled={status === 'locked' || (idle && status === 'ready')}
      aria-describedby={status === 'locked' ? LOCKED : undefined}
      onClick={onSave}
      aria-keyshortcuts={SEND_KEYS}
      data-tooltip={m.editing_send_key()}
    >
      {!pending && <Save size={16} aria-hidden className={ready ? 'max-sm:hidden' : undefined} />}
      <span className={ready ? undefined : WORD}>
        {ready ? m.clips_save() : status === 'saving' ? m.clips_saving() : m.clips_initializing()}
      </span>
    </Button>
  );
}

function SavedState({ made }: { made: NewClip }) {
  const { unsaved, shareable, files } = made;
  if (made.status === 'locked') return null;
  const text = files.uploading
    ? m.clips_uploading()
    : unsaved
      ? m.clips_not_saved()
      : shareable
        ? m.clips_saved_readable()
        : m.clips_share_once_saved();
  return <p className="text-sm text-muted">{text}</p>;
}

/**
 * `/new-clip` begins a clip; once saved, its id stands in the address, so that reload and back come
 * to the same one.
 */
export default function NewClipPage() {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const session = (state as { session?: string } | null)?.session ?? key;
  return (
    <NewClipEditor
      key={session}
      session={session}
      savedId={params.get('clip')}
      onSaved={(id) =>
        setParams({ clip: id }, { replace: true, preventScrollReset: true, state: { session } })
      }
    />
  );
}
