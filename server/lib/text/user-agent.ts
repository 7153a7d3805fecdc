import { t } from '../locale/texts.ts'

/** Returns for example "Firefox on Linux": enough to recognize one's own devices, and no more. */
export function describeUserAgent(text: string | null): string {
  const browser = BROWSERS.find(([, sign]) => sign.test(text ?? ''))?.[0]
  const system = SYSTEMS.find(([, sign]) => sign.test(text ?? ''))?.[0]
  if (!browser && !system) return t`Unknown device`
  return system ? t`${browser ?? t`A browser`} on ${system}` : (browser ?? t`A browser`)
}

// Most browsers also claim to be Chrome or Safari, so the more specific ones come first.
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /^(?=.*\bVersion\/\d).*\bSafari\//],
]
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]
