import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { Calls } from '@clipline/contract/schemas/endpoints.ts';
import type { StorageKind } from '@clipline/contract/schemas/account.ts';
import { fileSize } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';

const LOOKS: Readonly<Record<StorageKind, { readonly name: () => string; readonly tone: string }>> =
  {
    clips: { name: () => m.account_storage_clips(), tone: 'bg-accent' },
    rooms: { name: () => m.account_storage_rooms(), tone: 'bg-violet' },
    desktop: { name: () => m.account_storage_desktop(), tone: 'bg-info' },
    history: { name: () => m.account_storage_history(), tone: 'bg-star' },
    trash: { name: () => m.account_storage_trash(), tone: 'bg-tag-red' },
    uploads: { name: () => m.account_storage_uploads(), tone: 'bg-tag-orange' },
    other: { name: () => m.account_storage_other(), tone: 'bg-line-strong' },
  };

type Use = Pick<ReplyOf<Calls['GET /account/storage']>, 'used' | 'limit' | 'kinds'>;

export function StorageUse({ used, limit, kinds }: Use) {
  const some = kinds.filter(({ bytes }) => bytes > 0);
  const all = Math.max(used, limit);
  return (
    <div className="flex flex-col gap-2">
      <p className="tabular text-base font-semibold text-ink">
        {m.account_storage_used({ used: fileSize(used), limit: fileSize(limit) })}
      </p>
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-hover">
        {some.map(({ kind, bytes }) => (
          <span
            key={kind}
            className={`min-w-0.5 ${LOOKS[kind].tone}`}
            style={{ width: `${(bytes / all) * 100}%` }}
          />
        ))}
      </div>
      <ul
        aria-label={m.account_storage_kinds()}
        className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-body"
      >
        {some.map(({ kind, bytes }) => (
          <li key={kind} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-2 rounded-full ${LOOKS[kind].tone}`} />
            <span>{LOOKS[kind].name()}</span>
            <span className="tabular text-muted">{fileSize(bytes)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
