import { useQuery } from '@tanstack/react-query';
import { HardDrive, X } from 'lucide-react';
import { useState } from 'react';
import { fileSize } from '../../lib/format.ts';
import { storage } from '../../lib/storage.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time.ts';
import { m } from '../../paraglide/messages.js';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { storageUse } from './storage.api.ts';

const NEARLY = 0.9;
const CLOSED = 'clipline-storage-note';

const isClosed = () => Date.now() - Number(storage.get(CLOSED)) < DAY_MS;

/** What the dashboard says of it; the sum goes over all that a person has, so it is asked rarely. */
export function StorageNote() {
  const { data } = useQuery({ ...storageUse, staleTime: HOUR_MS, gcTime: HOUR_MS, retry: false });
  const [closed, setClosed] = useState(isClosed);
  const close = () => {
    storage.set(CLOSED, String(Date.now()));
    setClosed(true);
  };
  return (
    <Status>
      {!closed && data && data.used >= NEARLY * data.limit && (
        <Notice
          icon={HardDrive}
          tone="warn"
          action={
            <>
              <ButtonLink to="/account#storage">{m.account_storage_see()}</ButtonLink>
              <IconButton icon={X} label={m.ui_close()} onClick={close} />
            </>
          }
        >
          {m.account_storage_nearly_full({
            used: fileSize(data.used),
            limit: fileSize(data.limit),
          })}
        </Notice>
      )}
    </Status>
  );
}
