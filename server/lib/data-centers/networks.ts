/**
 * Networks (AS numbers) whose requests do not come from subscribers in person: large clouds, and companies that scan links in emails.
 * `npm run data-centers` writes their address ranges to generated/ranges.json.
 *
 * Excluded on purpose, because subscribers browse through them: content delivery networks (Apple's Private Relay), web gateways of companies
 * (Zscaler, Forcepoint), and hosts that mostly serve VPNs.
 */
export const DATA_CENTERS: Record<string, readonly number[]> = {
  Amazon: [16509, 14618, 8987, 7224, 801, 9059, 21664, 400098, 401395, 214101],
  'Google Cloud': [396982, 19527, 214609, 214611],
  Oracle: [31898, 54253, 20054, 14544],
  IBM: [36351],
  Alibaba: [37963, 45102, 134963],
  Tencent: [45090, 132203, 133478],
  OVH: [16276, 35540],
  Hetzner: [24940, 212317, 213230, 215859],
  DigitalOcean: [14061, 393406, 46652],
  Linode: [63949],
  Vultr: [20473, 11508, 46407],
  Scaleway: [12876, 29447, 54265],
  Proofpoint: [26211, 22843, 52129, 13916],
  Mimecast: [30031, 37235, 39588, 42427, 60492, 33538, 136792, 208638, 397726],
  Barracuda: [15324],
  'Cisco Secure Email': [16417, 30238, 30215, 40427],
  'Trend Micro': [16880, 132229],
  Trellix: [46484, 17330],
  Sophos: [58976, 399342],
  Hornetsecurity: [401943],
  Retarus: [48328],
  MessageLabs: [7583, 328301],
}

/**
 * Networks of mailbox providers. Their link scanners click, but their image proxies load images when the subscriber opens the email, so only
 * clicks from these networks count as automatic.
 */
export const MAILBOX_PROVIDERS: Record<string, readonly number[]> = {
  Google: [15169, 36384, 396178],
  Microsoft: [8075, 8068, 8069, 8070, 8071, 200517],
}
