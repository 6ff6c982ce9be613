import { m } from '../../../paraglide/messages.js';
import { lazyPart } from '../../../ui/lazy.tsx';

const QrCode = lazyPart(() => import('../../../sharing/qr-code.tsx'), 'QrCode');

const FIELD = 'rounded-control border border-line bg-canvas px-3 py-2 text-xs text-ink';
const BUTTON = 'rounded-control bg-ink px-3 py-2 text-center text-xs font-medium text-on-ink';

export function RegisterPicture() {
  return (
    <div aria-hidden className="flex flex-col gap-2.5">
      <p className="text-xs font-medium text-ink">{m.landing_picture_email()}</p>
      <p className={FIELD}>ada@example.com</p>
      <p className="text-xs font-medium text-ink">{m.landing_picture_password()}</p>
      <p className={FIELD}>••••••••••••</p>
      <p className={`mt-1 ${BUTTON}`}>{m.landing_picture_create_account()}</p>
    </div>
  );
}

export function CreatePicture() {
  return (
    <div aria-hidden className="flex h-full flex-col gap-2.5">
      <p className={`flex-1 ${FIELD}`}>
        {m.landing_picture_wifi()}
        <span className="ms-px inline-block h-3.5 w-px translate-y-0.5 bg-accent" />
      </p>
      <div className="flex items-center justify-between gap-2">
        <span className="rounded-chip bg-warn-soft px-2 py-1 text-xs font-medium text-warn">
          {m.landing_picture_unsaved()}
        </span>
        <span className={BUTTON}>{m.landing_picture_save()}</span>
      </div>
    </div>
  );
}

/** The code is real, so it can only be drawn where the address is known. */
export function SharePicture({ seen }: { seen: boolean }) {
  return (
    <div className="mx-auto size-40 rounded-control bg-white p-1">
      {seen && (
        <QrCode
          value={`${location.origin}/`}
          size={152}
          level="M"
          label={m.landing_step_share_code()}
        />
      )}
    </div>
  );
}

export function CollaboratePicture() {
  const message = 'w-fit max-w-[85%] rounded-card px-3 py-2 text-xs';
  return (
    <div aria-hidden className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-xs font-medium text-ink">
        {m.landing_picture_room()}
        <span className="ms-auto inline-flex items-center gap-1.5 text-accent">
          <span className="size-1.5 rounded-full bg-accent" /> {m.landing_picture_members()}
        </span>
      </p>
      <p className={`${message} border border-line bg-canvas text-body`}>
        {m.landing_picture_tiles()}
      </p>
      <p className={`${message} ms-auto bg-accent-soft text-ink`}>floor-plan.png</p>
      <p className={`${message} border border-line bg-canvas text-body`}>
        {m.landing_picture_sink()}
      </p>
    </div>
  );
}
