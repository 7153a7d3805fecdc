import { domainOf } from './email-address.ts'

/**
 * Returns whether the address belongs to a provider that forbids others to send from its domain (a strict DMARC policy). Large receivers refuse
 * bulk email from it, or file it as spam (B3).
 */
export const isFreeMail = (address: string): boolean =>
  DOMAINS.has(domainOf(address)) || /^yahoo\.(?:com?\.)?[a-z]{2,3}$/.test(domainOf(address))

const DOMAINS = new Set(
  `gmail.com googlemail.com yahoo.com ymail.com rocketmail.com aol.com outlook.com hotmail.com live.com msn.com hotmail.co.uk
   hotmail.fr live.co.uk icloud.com me.com mac.com proton.me protonmail.com pm.me gmx.de gmx.net gmx.com gmx.at web.de
   t-online.de mail.ru yandex.ru yandex.com zoho.com fastmail.com hey.com tutanota.com tuta.com qq.com 163.com 126.com orange.fr
   free.fr laposte.net libero.it comcast.net verizon.net att.net`.split(/\s+/),
)
