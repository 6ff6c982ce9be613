import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { RenewLink } from './renew-link.tsx';
import { SharePanel } from './share-panel.tsx';

export interface ShareDialogProps {
  title: string;
  /** What anyone with the link can do. */
  text: string;
  /** Null where there is none that works. */
  link: string | null;
  /** Accessible name of the link, such as 'Link to the clip'. */
  label: string;
  /** Stands under the code. */
  caption: string;
  /** A larger code of larger squares, for a long link. */
  large?: boolean;
  /** Shown instead of the link, where there is none to give. */
  instead?: ReactNode;
  /** Stands above the link. */
  notice?: ReactNode;
  /** Replaces the link; only for who may. */
  onRenew?: () => Promise<unknown>;
  /** The lower half: what else there is to set about the link. */
  children?: ReactNode;
}

/** A link to something, its code, and what can be done about it. */
export function ShareDialog(props: ShareDialogProps) {
  const { title, text, instead, notice, onRenew, children } = props;
  return (
    <Dialog title={title} description={instead ? undefined : text}>
      {instead ?? (
        <div className="flex flex-col gap-4">
          {notice}
          {props.link !== null && (
            <SharePanel
              link={props.link}
              label={props.label}
              caption={props.caption}
              large={props.large}
            />
          )}
          {onRenew && <RenewLink onRenew={onRenew} />}
          {children}
        </div>
      )}
    </Dialog>
  );
}
