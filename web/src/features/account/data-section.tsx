import { MAX_IMPORT_BYTES } from '@clipline/contract/limits.ts';
import type { ImportResult, SkipReason } from '@clipline/contract/schemas/account.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError, endedSession, failureText } from '../../lib/api-error.ts';
import { maxFileBytes } from '../../lib/browser.ts';
import { formatNumber, wholeSize } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Section } from '../../ui/section.tsx';
import { InOrder } from '../../ui/slots.tsx';
import { Progress } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { useExport, useImport } from './account.api.ts';

const reasons: Record<SkipReason, string> = {
  'file-missing': m.account_skip_file_missing(),
  'file-too-large': m.account_skip_file_too_large({ limit: wholeSize(maxFileBytes()) }),
  'too-many-tags': m.account_skip_too_many_tags(),
  'too-many-files': m.account_skip_too_many_files(),
  'desktop-full': m.account_skip_desktop_full(),
  'rooms-not-in-plan': m.account_skip_rooms_not_in_plan(),
  'too-many-rooms': m.account_skip_too_many_rooms(),
};

const rowsOf = ({ clips, rooms, roomItems, desktopItems, files }: ImportResult) => [
  { label: m.account_import_clips(), ...clips },
  { label: m.account_import_rooms(), ...rooms },
  { label: m.account_import_room_items(), ...roomItems },
  { label: m.account_import_blocks(), ...desktopItems },
  { label: m.account_import_files(), added: files, known: 0 },
];

function ImportSummary({ result }: { result: ImportResult }) {
  const rows = rowsOf(result).filter(({ added, known }) => added + known > 0);
  const nothingNew = rows.every(({ added }) => added === 0) && result.skippedTotal === 0;
  const cell = 'py-1.5 text-end tabular';
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4 text-sm">
      <p className="font-medium text-ink">
        {nothingNew ? m.account_import_nothing_new() : m.account_import_done()}
      </p>
      {rows.length > 0 && (
        <table className="w-full max-w-md text-body">
          <caption className="sr-only">{m.account_import_table()}</caption>
          <thead>
            <tr className="text-xs text-muted">
              <th scope="col" className="py-1.5 text-start font-medium">
                <span className="sr-only">{m.account_import_what()}</span>
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {m.account_import_added()}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {m.account_import_known()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, added, known }) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {label}
                </th>
                <td className={`${cell} text-ink`}>{formatNumber(added)}</td>
                <td className={cell}>{formatNumber(known)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {result.rooms.added > 0 && <p className="text-muted">{m.account_import_members()}</p>}
      {result.skippedTotal > 0 && <LeftOut {...result} />}
    </div>
  );
}

function LeftOut({ skipped, skippedTotal }: Pick<ImportResult, 'skipped' | 'skippedTotal'>) {
  const more = skippedTotal - skipped.length;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-ink">{m.account_import_skipped({ count: skippedTotal })}</p>
      <ul className="flex flex-col gap-1">
        <InOrder of={skipped}>
          {({ name, reason }) => (
            <li>
              <bdi translate="no" className="font-medium break-all text-ink">
                {name}
              </bdi>{' '}
              {reasons[reason]}
            </li>
          )}
        </InOrder>
        {more > 0 && <li>{m.account_import_skipped_more({ count: more })}</li>}
      </ul>
    </div>
  );
}

const whyImportFailed = (error: unknown): string =>
  error instanceof ApiError && error.status === 0
    ? m.account_import_interrupted()
    : failureText(error, m.account_import_failed());

export function DataSection() {
  const download = useExport();
  const upload = useImport();
  const [refused, setRefused] = useState<string | null>(null);
  const start = () =>
    download.mutate(undefined, {
      onSuccess: () =>
        void toast.success(m.account_download_started(), m.account_download_started_text()),
    });
  const choose = ([file]: File[]) => {
    if (!file || upload.isPending) return;
    upload.reset();
    const tooLarge = file.size > MAX_IMPORT_BYTES;
    setRefused(tooLarge ? m.account_import_too_large({ name: file.name }) : null);
    if (!tooLarge)
      upload.mutate(file, {
        onError: (error) => setRefused(endedSession(error) ? null : whyImportFailed(error)),
      });
  };
  return (
    <Section
      title={m.account_data()}
      text={m.account_data_text()}
      action={
        <div className="flex flex-wrap gap-2">
          <Button pending={download.isPending} onClick={start}>
            {!download.isPending && <Download size={16} aria-hidden />}
            {download.isPending ? m.account_export_preparing() : m.account_export()}
          </Button>
          <FilePicker
            multiple={false}
            accept=".zip,application/zip"
            pending={upload.isPending}
            onFiles={choose}
          >
            {m.account_import()}
          </FilePicker>
        </div>
      }
    >
      <div role="status" className="empty:-mt-4">
        {upload.isPending && <Sending name={upload.variables.name} share={upload.share} />}
        {upload.data && <ImportSummary result={upload.data} />}
      </div>
      {refused && (
        <p role="alert" className="text-sm text-danger">
          {refused}
        </p>
      )}
    </Section>
  );
}

/** The amount is known while it is sent; how long the rest takes depends on what is in it. */
function Sending({ name, share }: { name: string; share: number }) {
  const text = share < 1 ? m.account_import_sending({ name }) : m.account_import_working();
  return (
    <div className="flex flex-col gap-2 text-sm text-body">
      <p dir="auto">{text}</p>
      <Progress label={text} {...(share < 1 && { value: share })} />
    </div>
  );
}
