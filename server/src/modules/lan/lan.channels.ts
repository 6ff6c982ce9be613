export const lanChannel = {
  peer: (peerId: string) => `lan-peer:${peerId}`,
  /** Sockets of one user or browser, which need not be told of each other. */
  owner: (owner: string) => `lan-owner:${owner}`,
  /** Sockets that look for hosts on a network. */
  network: (networkKey: string) => `lan-network:${networkKey}`,
} as const;
