import type { AdminUser } from '@clipline/contract/schemas/owner.ts';
import {
  Ban,
  CircleCheck,
  Ellipsis,
  HardDrive,
  KeyRound,
  LogOut,
  MailCheck,
  Shield,
  ShieldAlert,
  ShieldOff,
  Trash2,
} from 'lucide-react';
import { PHONE, useMediaQuery, useServed } from '../../lib/browser.ts';
import { useUser } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import type { Action } from '../../ui/actions-menu.tsx';
import { openActions } from '../../ui/actions.ts';
import { IconButton } from '../../ui/button.tsx';
import { toast, undoable } from '../../ui/toast.ts';
import { open } from './overlays.ts';
import { useConfirmUser, useSignOutUser, useUpdateUser } from './owner.api.ts';

/** Of a failure the mutation itself tells. */
const telling = (work: Promise<unknown>, text: string, undo?: () => void) =>
  void work.then(
    () => toast.success(text, undefined, undoable(undo)),
    () => undefined,
  );

function useActions(user: AdminUser): readonly Action[] {
  const { id, name, email, state, isAdmin, twoStep } = user;
  const update = useUpdateUser(m.owner_change_failed());
  const signOut = useSignOutUser();
  const accept = useConfirmUser();
  const hasPasswords = useServed('passwords') !== 'off';
  const isMe = useUser()?.id === id;
  const enable = () =>
    telling(update.mutateAsync({ id, disabled: false }), m.owner_was_enabled({ name }));
  const disable = () =>
    isAdmin
      ? open('prove', { user, to: 'disable' })
      : telling(update.mutateAsync({ id, disabled: true }), m.owner_was_disabled({ name }), enable);
  const isDisabled = state === 'disabled';
  const storage = {
    label: m.owner_storage_menu(),
    icon: HardDrive,
    run: () => open('storage', { user }),
  };
  if (isMe) return [storage];
  return [
    ...(state === 'unconfirmed'
      ? [
          {
            label: m.owner_confirm(),
            icon: MailCheck,
            run: () => telling(accept.mutateAsync(id), m.owner_confirmed({ email })),
          },
        ]
      : []),
    ...(hasPasswords
      ? [
          {
            label: m.owner_password_link(),
            icon: KeyRound,
            run: () => open('reset', { user, onMade: (link) => open('link', link) }),
          },
        ]
      : []),
    {
      label: m.owner_sign_out(),
      icon: LogOut,
      run: () => telling(signOut.mutateAsync(id), m.owner_signed_out({ name })),
    },
    ...(twoStep
      ? [
          {
            label: m.owner_reset_step(),
            icon: ShieldAlert,
            run: () => open('prove', { user, to: 'resetSecondStep' }),
          },
        ]
      : []),
    ...(state === 'unconfirmed' ? [] : [storage]),
    isAdmin
      ? {
          label: m.owner_unadmin(),
          icon: ShieldOff,
          run: () => open('prove', { user, to: 'unadmin' }),
        }
      : {
          label: m.owner_make_admin(),
          icon: Shield,
          run: () => open('prove', { user, to: 'admin' }),
        },
    {
      label: isDisabled ? m.owner_enable() : m.owner_disable(),
      icon: isDisabled ? CircleCheck : Ban,
      run: isDisabled ? enable : disable,
    },
    {
      label: m.owner_delete(),
      icon: Trash2,
      danger: true,
      run: () => open('prove', { user, to: 'delete' }),
    },
  ];
}

export function PersonActions({ user }: { user: AdminUser }) {
  const isPhone = useMediaQuery(PHONE);
  const actions = useActions(user);
  const show = (anchor: Element) => {
    if (!isPhone) return openActions(anchor, actions);
    let chosen: Action | undefined;
    // Focus is back here before anything is done.
    open('person', { user, actions, onChoose: (action) => (chosen = action) }, () => chosen?.run());
  };
  return (
    <IconButton
      icon={Ellipsis}
      label={m.owner_more({ name: user.name })}
      data-grid-item
      aria-haspopup={isPhone ? 'dialog' : 'menu'}
      onClick={(event) => show(event.currentTarget)}
    />
  );
}
