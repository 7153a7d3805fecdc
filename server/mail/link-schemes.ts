/**
 * Schemes allowed in links: the schemes that a web page may register (the safelist of HTML's registerProtocolHandler), and schemes of apps for
 * messages, calls, calendars, maps and podcasts. No app opened by them runs code from the link or reads a file. Also used in the browser.
 */
export const LINK_SCHEMES: readonly string[] =
  'http https mailto tel sms smsto mms callto facetime facetime-audio facetime-group sip sips im xmpp irc ircs matrix whatsapp skype tg telegram viber signal sgnl threema line imessage fb-messenger discord slack msteams zoommtg zoomus webcal webcals ftp ftps sftp news nntp geo maps comgooglemaps waze magnet bitcoin ethereum lightning bip21 openpgp4fpr urn feed podcast podcasts pcast overcast spotify itms itms-apps itms-podcasts market'.split(
    ' ',
  )

/** Returns whether an address begins with one of these schemes. Browsers ignore spaces and control characters in a scheme. */
export function hasLinkScheme(address: string): boolean {
  const scheme = /^([^/?#:]*):/.exec(address.replace(/[\p{C}\p{Z}]/gu, ''))?.[1]
  return scheme !== undefined && LINK_SCHEMES.includes(scheme.toLowerCase())
}
