/** Webmail of providers that many addresses belong to, by the domain of the address. */
const INBOXES: readonly { name: string; url: string; domains: RegExp }[] = [
  { name: 'Gmail', url: 'https://mail.google.com/mail/', domains: /^(gmail|googlemail)\.com$/ },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: /^((outlook|hotmail|live)\.[a-z.]{2,6}|msn\.com)$/,
  },
  { name: 'Yahoo', url: 'https://mail.yahoo.com/', domains: /^(yahoo\.[a-z.]{2,6}|ymail\.com)$/ },
  { name: 'iCloud', url: 'https://www.icloud.com/mail/', domains: /^(icloud|me|mac)\.com$/ },
  { name: 'Proton', url: 'https://mail.proton.me/', domains: /^(proton|protonmail)\.(me|com|ch)$|^pm\.me$/ },
]

/** Returns the webmail of an address, or undefined if it is unknown. */
export function inboxOf(email_address: string): { name: string; url: string } | undefined {
  const domain = email_address
    .slice(email_address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  return INBOXES.find(({ domains }) => domains.test(domain))
}
