import { lazy, Suspense } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import { say } from './clips.messages.ts';
import type { ClipEditor } from './use-clip-editor.ts';

/** Few saves meet another one. */
const ConflictView = lazy(async () => ({
  default: (await import('../../ui/conflict-view.tsx')).ConflictView,
}));

/** Both texts, when another one was saved in between. */
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
