import { QRCodeSVG } from 'qrcode.react';

export interface QrCodeProps {
  value: string;
  label: string;
  size?: number;
  level?: 'L' | 'M' | 'Q' | 'H';
}

/** Modules of white that scanners need around a code. */
const QUIET = 4;

/** Always dark on white, whatever the theme: scanners want it so. */
export function QrCode({ value, label, size = 128, level = 'L' }: QrCodeProps) {
  return (
    <QRCodeSVG
      value={value}
      size={size}
      level={level}
      marginSize={QUIET}
      bgColor="#ffffff"
      fgColor="#000000"
      title={label}
      className="rounded-control"
    />
  );
}
