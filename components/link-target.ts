const TARGET = /^(https?:\/\/[^\s.]+\.\S+|mailto:[^\s@]+@\S+|\{\{.*\}\})$/i
const HOST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]\S*)?$/u
const EMAIL_ADDRESS = /^[^\s@:/]+@[^\s@:/.]+(\.[^\s@:/.]+)+$/

/**
 * Returns a link that email apps can open: “studio.example/tea” becomes https://studio.example/tea, an email address a mailto link. Merge
 * tags such as {{ unsubscribe_url }} stay. Undefined for anything else.
 */
export function linkTarget(typed: string): string | undefined {
  const text = typed.trim()
  if (TARGET.test(text)) return text
  if (EMAIL_ADDRESS.test(text)) return `mailto:${text}`
  return HOST.test(text) ? `https://${text}` : undefined
}

/** Adds a missing https:// to a web address. Returns other text as typed. */
export function webAddress(typed: string): string {
  const target = linkTarget(typed)
  return target?.startsWith('https://') ? target : typed
}
