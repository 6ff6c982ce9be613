import { useRef, useState } from 'react';
import { discardAll } from '../capture/capture.ts';
import { useWaiting } from '../capture/outbox.ts';
import { sendNow } from '../capture/sender.ts';
import { hasUnsaved, useUnsaved } from '../lib/unsaved.ts';
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
  const typed = useUnsaved();
  // It went to the server while the question stood there.
  const allSaved = count === 0 && !typed;
  const [saving, setSaving] = useState(false);
  const [inVain, setInVain] = useState(false);
  /** What is under way; whoever closes the dialog has thought better of it. */
  const attempt = useRef({});
  const change = (next: boolean) => {
    attempt.current = {};
    setSaving(false);
    onOpenChange(next);
  };
  const leave = async () => {
    change(false);
    await onLeave();
  };
  const save = async () => {
    const mine = attempt.current;
    setSaving(true);
    const left = await sendNow();
    if (attempt.current !== mine) return;
    setSaving(false);
    setInVain(left > 0);
    // With a text on the page the dialog stays, and asks about that.
    if (left === 0 && !hasUnsaved()) await leave();
  };
  const discard = async () => {
    await discardAll();
    await leave();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={
        count > 0
          ? m.capture_leave_title({ count })
          : typed
            ? m.app_leave_title()
            : m.capture_all_saved()
      }
      description={
        count === 0
          ? typed && m.app_leave_text()
          : inVain
            ? m.capture_leave_in_vain()
            : m.capture_leave_text()
      }
      footer={
        <>
          <Button onClick={() => change(false)}>{m.ui_cancel()}</Button>
          {allSaved ? (
            <Button variant="primary" onClick={() => void leave()}>
              {m.app_log_out()}
            </Button>
          ) : (
            <Button onClick={() => void discard()}>{m.capture_leave_discard()}</Button>
          )}
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
