import type { TextVersion } from '@clipline/contract/schemas/history.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, History } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Loaded } from '../live/failed-state.tsx';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { ArrowList } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { confirm } from '../ui/confirm.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useOverlay } from '../ui/overlays.tsx';
import { AreaSpinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.ts';
import { HistoryVersion } from './history-version.tsx';
import { type TextHistory, timeOf, useVersions } from './text-history.ts';

export function HistoryDialog({ history }: { history: TextHistory }) {
  const { close } = useOverlay();
  const list = useVersions(history);
  return (
    <Dialog title={m.history_title()} size="xl">
      <Loaded
        of={list}
        items={list.data}
        loading={<AreaSpinner label={m.history_loading()} />}
        failed={m.history_failed()}
        empty={<EmptyState icon={History} title={m.history_none()} text={m.history_none_text()} />}
      >
        {(versions) => <Versions history={history} versions={versions} onRestored={close} />}
      </Loaded>
    </Dialog>
  );
}

interface VersionsProps {
  history: TextHistory;
  versions: readonly TextVersion[];
  onRestored: () => void;
}

function Versions({ history, versions, onRestored }: VersionsProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  /** Only a phone shows either the list or this. */
  const [opened, setOpened] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const shown = versions.find(({ version }) => version === chosen) ?? versions[0]!;
  const choose = (version: number) => {
    flushSync(() => {
      setChosen(version);
      setOpened(true);
    });
    // On a phone what had focus is gone; elsewhere there is no way back to be focused.
    back.current?.focus();
  };
  const goBack = () => {
    flushSync(() => setOpened(false));
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  };
  return (
    <div className="md:grid md:h-[58dvh] md:grid-cols-[17rem_minmax(0,1fr)] md:gap-6">
      <div className={classNames('flex min-h-0 flex-col gap-3', opened && 'max-md:hidden')}>
        <ArrowList
          ref={list}
          label={m.history_list()}
          className="-m-1 flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto p-1"
        >
          {versions.map((version) => (
            <li key={version.version}>
              <VersionButton
                version={version}
                current={version === shown}
                onChoose={() => choose(version.version)}
              />
            </li>
          ))}
        </ArrowList>
        {history.forget && (
          <Forget
            history={history}
            forget={history.forget}
            withFiles={versions.some(({ files }) => files.length > 0)}
          />
        )}
      </div>
      <div
        className={classNames('flex min-h-0 min-w-0 flex-col gap-3', !opened && 'max-md:hidden')}
      >
        {opened && (
          <Button
            ref={back}
            variant="ghost"
            size="sm"
            className="-ms-2.5 self-start md:hidden"
            onClick={goBack}
          >
            <ArrowLeft size={16} aria-hidden />
            {m.history_back()}
          </Button>
        )}
        <HistoryVersion
          key={shown.version}
          history={history}
          version={shown}
          onRestored={onRestored}
        />
      </div>
    </div>
  );
}

function authorOf({ by: { kind, label } }: TextVersion): string {
  if (kind === 'you') return m.history_by_you();
  if (kind === 'member') return label ?? '';
  if (kind === 'program') return m.history_program({ label: label ?? '' });
  return label === undefined ? m.links_unnamed() : m.links_named({ label });
}

interface VersionButtonProps {
  version: TextVersion;
  current: boolean;
  onChoose: () => void;
}

function VersionButton({ version, current, onChoose }: VersionButtonProps) {
  const { chars, files } = version;
  const facts = [
    m.history_chars({ count: chars }),
    ...(files.length > 0 ? [m.history_files_count({ count: files.length })] : []),
  ];
  return (
    <button
      type="button"
      data-grid-item
      aria-current={current || undefined}
      onClick={onChoose}
      className={classNames(
        'flex w-full flex-col rounded-control border border-transparent px-3 py-2 text-start transition-colors duration-150 hover:bg-hover touch:min-h-14',
        current && 'md:border-line md:bg-sunken',
      )}
    >
      <span className="text-sm font-medium text-ink">{timeOf(version)}</span>
      <span className="max-w-full truncate text-sm text-body">
        <bdi translate="no">{authorOf(version)}</bdi>
      </span>
      <span className="tabular text-xs text-muted">{facts.join(' · ')}</span>
    </button>
  );
}

interface ForgetProps {
  history: TextHistory;
  forget: () => Promise<unknown>;
  withFiles: boolean;
}

/** For secrets that were pasted by mistake. */
function Forget({ history, forget, withFiles }: ForgetProps) {
  const client = useQueryClient();
  const forgetting = useMutation({
    mutationFn: forget,
    onSuccess: () => void toast.success(m.history_forgotten()),
    meta: { failed: m.history_forget_failed() },
    onSettled: () => {
      client.removeQueries({ queryKey: [...history.key, 'text'] });
      return client.invalidateQueries({ queryKey: history.key });
    },
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      className="self-start text-danger!"
      onClick={() =>
        void confirm({
          title: m.history_forget_title(),
          description: `${m.history_forget_text()}${withFiles ? ` ${m.history_forget_files()}` : ''}`,
          confirm: m.history_forget(),
          act: () => forgetting.mutateAsync().catch(() => undefined),
        })
      }
    >
      {m.history_forget()}
    </Button>
  );
}
