import { useState } from 'react';
import { discardAll } from '../capture/capture.ts';
import { useWaiting } from '../capture/outbox.ts';
import { sendNow } from '../capture/sender.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/**
 * Asks what is to become of what is not saved yet, before the log-out: captures, which can be saved
 * from here, or a text on the page, which cannot.
 */
export function LeaveDialog({
  open,
  onOpenChange,
  onLeave,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLeave: () => Promise<void>;
}) {
  const count = useWaiting().length;
  const [saving, setSaving] = useState(false);
  const [inVain, setInVain] = useState(false);
  const leave = async () => {
    onOpenChange(false);
    await onLeave();
  };
  const save = async () => {
    setSaving(true);
    const left = await sendNow();
    setSaving(false);
    setInVain(left > 0);
    if (left === 0) await leave();
  };
  const discard = async () => {
    await discardAll();
    await leave();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={count > 0 ? m.capture_leave_title({ count }) : m.app_leave_title()}
      description={
        count === 0
          ? m.app_leave_text()
          : inVain
            ? m.capture_leave_in_vain()
            : m.capture_leave_text()
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{m.ui_cancel()}</Button>
          <Button onClick={() => void discard()}>{m.capture_leave_discard()}</Button>
          {count > 0 && (
            <Button variant="primary" pending={saving} onClick={() => void save()}>
              {m.capture_leave_save()}
            </Button>
          )}
        </>
      }
    />
  );
}
