import { splitChoices } from '@/server/modules/custom-fields/field-types-schema.ts'

/** Returns the choices in the first rows, as initial choices. A choice has no commas or semicolons. */
export function choicesIn(type: 'choice' | 'choices', examples: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const text of examples) {
    const labels = type === 'choices' ? splitChoices(text) : [text.trim()]
    for (const label of labels)
      if (label !== '' && label.length <= 100 && !/[,;]/.test(label) && !found.has(label.toLowerCase()))
        found.set(label.toLowerCase(), label)
  }
  return [...found.values()]
}
