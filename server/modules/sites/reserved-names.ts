/** Names that visitors could mistake for the service itself. */
const RESERVED = new Set(
  `abuse account accounts admin administrator api app apps billing blog contact dashboard dev docs email envoi feed form forms
  help home hostmaster info legal mail me media news null official oauth page pages postmaster posts privacy profile root
  security settings signin signup site sites staff static status store support system team terms test undefined user users
  webmaster webhooks www you`.split(/\s+/),
)

export const isReservedName = (name: string): boolean => RESERVED.has(name)
