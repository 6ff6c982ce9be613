import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Of containers and virtual machines: no other device is on them. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|flannel)/;

/**
 * Where other devices on the network reach a server that listens on this host: none when it listens
 * for this computer alone. Only IPv4: it can be typed into a phone.
 */
export function networkAddresses(host: string, interfaces: Interfaces): string[] {
  const everywhere = host === '0.0.0.0' || host === '::';
  return Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(
      ({ family, address }) =>
        family === 'IPv4' &&
        (everywhere || address === host) &&
        ipaddr.IPv4.parse(address).range() === 'private',
    )
    .map(({ address }) => address);
}

/** Whether only this very computer finds a server at an address. */
export function isLoopbackUrl(url: string): boolean {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'loopback';
  return name === 'localhost' || name.endsWith('.localhost');
}
