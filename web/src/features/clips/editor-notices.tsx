import { GitCompareArrows, History } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { say } from './clips.messages.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ClipEditor } from './use-clip-editor.ts';

/** Few saves meet another one. */
const ConflictView = lazy(async () => ({ default: (await import('../../ui/conflict-view.tsx')).ConflictView }));

/** What the person must know about the text: it came back from earlier, or a newer one exists. */
export function EditorNotices({ editor }: { editor: ClipEditor }) {
  if (editor.deciding) return null;
  if (editor.newer && editor.dirty) {
    return (
      <Notice
        icon={GitCompareArrows}
        tone="warn"
        action={
          <Button size="sm" onClick={() => editor.setDeciding(true)}>
            Compare
          </Button>
        }
      >
        A newer version was saved elsewhere. Your text here is not saved yet.
      </Notice>
    );
  }
  if (!editor.restored || !editor.dirty) return null;
  return (
    <Notice
      icon={History}
      action={
        <Button size="sm" onClick={editor.discard}>
          Discard
        </Button>
      }
    >
      What you typed earlier is back. It is not saved yet.
    </Notice>
  );
}

export function EditorConflict({ editor }: { editor: ClipEditor }) {
  const theirs = editor.newer;
  if (!theirs) return null;
  const mine = editor.text;
  const save = async (text: string) => {
    try {
      if (await editor.save({ text, over: theirs })) say.updated(false);
    } catch (error) {
      if (!endedSession(error)) say.updateFailed(error);
    }
  };
  return (
    <Suspense>
      <ConflictView
        mine={mine}
        theirs={theirs.content}
        saving={editor.saving}
        onSave={(text) => void save(text)}
        onTakeTheirs={() => {
          editor.takeTheirs(theirs);
          say.tookTheirs(() => editor.type(mine));
        }}
        onLater={() => editor.setDeciding(false)}
      />
    </Suspense>
  );
}
