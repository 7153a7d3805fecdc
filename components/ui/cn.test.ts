import { globSync, readFileSync } from 'node:fs'
import { createTailwindMerge, extendTailwindMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { CLASS_GROUPS } from './class-groups.ts'

const full = extendTailwindMerge({ cacheSize: 0, extend: { classGroups: { 'fvn-figure': ['figures'] } } })
const ownMerge = createTailwindMerge(() => ({ ...CLASS_GROUPS, cacheSize: 0 }))

/** Returns true if the library knows a class, because it then removes the duplicate. */
const isKnown = (name: string) => full(`${name} ${name}`) === name

/** Returns the classes in the sources without variants such as `hover:`. */
function usedClasses(): string[] {
  const names = new Set<string>()
  for (const file of globSync('{app,components}/**/*.{ts,tsx}', { exclude: ['**/class-groups.ts'] }))
    for (const [, ...texts] of readFileSync(file, 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g))
      for (const word of texts.join('').split(/\s+/)) {
        const name = withoutVariants(word)
        if (/^[a-z[@-]/.test(name) && name.length < 120 && isKnown(name)) names.add(name)
      }
  return [...names]
}

function withoutVariants(word: string): string {
  let depth = 0
  let start = 0
  for (const [at, sign] of [...word].entries()) {
    if (sign === '[' || sign === '(') depth++
    else if (sign === ']' || sign === ')') depth--
    else if (sign === ':' && depth === 0) start = at + 1
  }
  return word.slice(start).replace(/^!|!$/g, '')
}

test('all classes in the sources override each other as with the library’s full list', () => {
  const classes = usedClasses()
  expect(classes.length).toBeGreaterThan(500)
  // One class per property that it overrides or is overridden by.
  const properties: string[] = []
  for (const name of classes)
    if (!properties.some((one) => full(`${name} ${one}`) === one && full(`${one} ${name}`) === name))
      properties.push(name)
  // Test pairs of properties, and pairs of classes with the same start, such as `text-sm` and `text-center`.
  const begin = (name: string) => /^-?[^-]*/.exec(name)?.[0]
  const pairs = [
    ...properties.flatMap((one) => properties.map((other) => `${one} ${other}`)),
    ...classes.flatMap((name) =>
      properties
        .filter((other) => begin(other) === begin(name))
        .flatMap((other) => [`${name} ${other}`, `${other} ${name}`]),
    ),
  ]
  expect(pairs.filter((pair) => ownMerge(pair) !== full(pair))).toEqual([])
})
