import { Download } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { install, useInstallOffer } from './install-offer.ts';

/** Where only a person can install it, in the menu of the browser; a newer iPad says it is a Mac. */
const isOnIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** Shown where this device can install the app and has not. */
export function InstallSection() {
  const offer = useInstallOffer();
  if (offer)
    return (
      <Section
        title={m.account_install()}
        text={m.account_install_text()}
        action={
          <Button onClick={() => void install(offer)}>
            <Download size={16} aria-hidden />
            {m.account_install()}
          </Button>
        }
      />
    );
  if (isInstalled() || !isOnIos()) return null;
  return <Section title={m.account_install()} text={m.account_install_ios()} />;
}
