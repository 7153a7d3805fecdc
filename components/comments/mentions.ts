export interface Mentionable {
  user_id: number
  name: string
}

/** Returns the start of a name typed after an `@` at the end of a text, or null. */
export const typedMention = (text: string): string | null => /(?:^|\s)@([^@\n]{0,40})$/.exec(text)?.[1] ?? null

/** Returns the members mentioned in a text. */
export const mentionedIn = (text: string, members: readonly Mentionable[]): number[] =>
  members.filter(({ name }) => text.includes(`@${name}`)).map(({ user_id }) => user_id)

/** Splits a text into mentions of these names and the parts between them. */
export function mentionParts(text: string, names: readonly string[]): { text: string; is_mention: boolean }[] {
  const parts: { text: string; is_mention: boolean }[] = []
  const longest_first = [...names].sort((one, other) => other.length - one.length)
  let rest = ''
  for (let position = 0; position < text.length; ) {
    const name = text[position] === '@' ? longest_first.find((one) => text.startsWith(one, position + 1)) : undefined
    if (name === undefined) {
      rest += text[position++]
      continue
    }
    if (rest) parts.push({ text: rest, is_mention: false })
    rest = ''
    parts.push({ text: `@${name}`, is_mention: true })
    position += name.length + 1
  }
  if (rest) parts.push({ text: rest, is_mention: false })
  return parts
}
