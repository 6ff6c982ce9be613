import type { ImportResult, SkipReason } from '@clipline/contract/schemas/account.ts';
import { formatNumber } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { InOrder } from '../../ui/in-order.tsx';

const reasons: Record<SkipReason, string> = {
  'file-missing': m.account_skip_file_missing(),
  'file-too-large': m.account_skip_file_too_large(),
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

/** What came, what was here before, and what was left out and why. */
export function ImportSummary({ result }: { result: ImportResult }) {
  const rows = rowsOf(result).filter(({ added, known }) => added + known > 0);
  const nothingNew = rows.every(({ added }) => added === 0) && result.skippedTotal === 0;
  const cell = 'py-1.5 text-end tabular';
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4 text-sm">
      <p role="status" className="font-medium text-ink">
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
