import { splitChoices } from '@/server/modules/custom-fields/field-types-schema.ts'

/** Returns the choices in the first rows, as initial choices. A choice has no commas or semicolons. */
export function choicesIn(type: 'choice' | 'choices', examples: readonly string[]): string[] {
  const labelsByKey = new Map<string, string>()
  for (const text of examples) {
    const labels = type === 'choices' ? splitChoices(text) : [text.trim()]
    for (const label of labels)
      if (label !== '' && label.length <= 100 && !/[,;]/.test(label) && !labelsByKey.has(label.toLowerCase()))
        labelsByKey.set(label.toLowerCase(), label)
  }
  return [...labelsByKey.values()]
}
