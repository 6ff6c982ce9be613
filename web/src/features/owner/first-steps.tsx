import { Download, Laptop, QrCode, Share2, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { PHONE, useMediaQuery } from '../../lib/browser.ts';
import { install, isOnIos, useInstallOffer } from '../../lib/install-offer.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { open } from './overlays.ts';

interface StepProps {
  sign: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

const Step = ({ sign, title, text, children }: StepProps) => (
  <li className="flex min-h-16 items-center gap-4 border-t border-line px-4 py-2 text-start">
    <span aria-hidden className="flex w-14 shrink-0 justify-center text-muted">
      {sign}
    </span>
    <div className="min-w-0 flex-1">
      <p className="text-sm font-medium text-ink">{title}</p>
      <p className="text-sm text-muted">{text}</p>
    </div>
    {children}
  </li>
);

const Key = ({ children }: { children: string }) => (
  <kbd className="inline-flex h-6 min-w-14 items-center justify-center rounded-chip border border-line px-1.5 text-xs whitespace-nowrap">
    {children}
  </kbd>
);

/** Below the composer of whoever has no clip yet: how one comes here, and how it goes there. */
export function FirstSteps() {
  const isPhone = useMediaQuery(PHONE);
  return <ul aria-label={m.owner_first_steps()}>{isPhone ? <OnPhone /> : <OnComputer />}</ul>;
}

const OnComputer = () => (
  <>
    <Step
      sign={<Key>{m.capture_paste_key()}</Key>}
      title={m.owner_first_paste({ key: m.capture_paste_key() })}
      text={m.owner_first_paste_text()}
    />
    <Step sign={<Smartphone size={18} />} title={m.owner_phone()} text={m.owner_phone_text()}>
      <Button aria-haspopup="dialog" onClick={() => open('phone')}>
        <QrCode size={16} aria-hidden />
        {m.owner_show_code()}
      </Button>
    </Step>
    <Step sign={<Key>?</Key>} title={m.owner_first_keys()} text={m.owner_first_keys_text()} />
  </>
);

function OnPhone() {
  const offer = useInstallOffer();
  return (
    <>
      {/* Nothing is installed from plain HTTP. */}
      {isSecureContext && (
        <Step
          sign={<Share2 size={18} />}
          title={m.owner_first_share()}
          text={m.owner_first_share_text()}
        />
      )}
      {(offer || isOnIos()) && (
        <Step
          sign={<Download size={18} />}
          title={m.account_install()}
          text={offer ? m.account_install_text() : m.account_install_ios()}
        >
          {offer && <Button onClick={() => void install(offer)}>{m.account_install()}</Button>}
        </Step>
      )}
      <Step
        sign={<Laptop size={18} />}
        title={m.owner_first_computer()}
        text={m.owner_first_computer_text({ address: location.host })}
      />
    </>
  );
}
