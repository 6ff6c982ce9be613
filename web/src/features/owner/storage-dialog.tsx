import { MAX_STORAGE_MB } from '@clipline/contract/limits.ts';
import type { AdminUser } from '@clipline/contract/schemas/owner.ts';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { locale } from '../../lib/language.ts';
import { m } from '../../paraglide/messages.js';
import { FormDialog } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { SectionUnread } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { StorageUse } from '../account/storage-use.tsx';
import { useUpdateUser, useUserStorage } from './owner.api.ts';

const MB_IN_GB = 1024;

/** Null for an empty one, undefined for what is no limit. */
function megabytesOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const megabytes = /^\d*[.,]?\d+$/.test(text)
    ? Math.round(Number(text.replace(',', '.')) * MB_IN_GB)
    : 0;
  return megabytes >= 1 && megabytes <= MAX_STORAGE_MB ? megabytes : undefined;
}

const gigabytesOf = (megabytes: number) =>
  (megabytes / MB_IN_GB).toLocaleString(locale(), { maximumFractionDigits: 3, useGrouping: false });

export function StorageDialog({ user: { id, name, storageMb } }: { user: AdminUser }) {
  const { close } = useOverlay();
  const { data, error, refetch } = useUserStorage(id);
  const update = useUpdateUser();
  const { errors, failure, pending, form } = useForm<'limit'>({
    check: ({ limit }) =>
      megabytesOf(limit) === undefined ? { limit: m.owner_storage_wrong() } : {},
    async send({ limit }) {
      await update.mutateAsync({ id, storageMb: megabytesOf(limit) ?? null });
      close();
      toast.success(m.owner_storage_saved({ name }));
    },
  });
  return (
    <FormDialog
      title={m.owner_storage_of({ name })}
      size="sm"
      submit={m.account_save()}
      pending={pending}
      failure={
        failure === null || endedSession(failure)
          ? undefined
          : failureText(failure, m.owner_change_failed())
      }
      {...form}
    >
      {data ? (
        <StorageUse {...data} />
      ) : (
        <SectionUnread
          failure={error && failureText(error, m.owner_storage_failed())}
          onRetry={refetch}
        />
      )}
      <InputField
        label={m.owner_storage_limit()}
        hint={m.owner_storage_limit_hint()}
        error={errors.limit}
        name="limit"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={storageMb === null ? '' : gigabytesOf(storageMb)}
      />
    </FormDialog>
  );
}
