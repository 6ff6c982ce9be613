import { Laptop, type LucideProps, Monitor, Smartphone, Tablet } from 'lucide-react';

/** By what a browser says it runs on, or by what its owner calls it. */
export function DeviceIcon({ of, ...icon }: LucideProps & { of: string }) {
  if (/ipad|tablet/i.test(of)) return <Tablet {...icon} />;
  if (/iphone|android|phone/i.test(of)) return <Smartphone {...icon} />;
  return /book|laptop/i.test(of) ? <Laptop {...icon} /> : <Monitor {...icon} />;
}
