import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** They refer to a side of the screen, whatever the text direction. */
const OF_A_SIDE = ['align-left', 'align-right', 'panels-top-left']
/** Words in names of icons that point in text direction, or start where text starts. */
const ALONG = /(?:^|-)(?:left|right|undo|redo|reply|forward|send|list|out|external)(?:-|\d|$)/
const BOTH_WAYS = ['clipboard-list', 'list-filter']

test('icons that point in text direction are mirrored for right-to-left languages', () => {
  const icons = readdirSync('components/generated/icons').map((file) =>
    file
      .replace(/(?:Icon)?\.ts$/, '')
      .replaceAll(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])/g, '-')
      .toLowerCase(),
  )
  const css = readFileSync('app/globals.css', 'utf8')
  const begin = css.indexOf('[dir="rtl"]\n  :is(')
  const mirrored = css.slice(begin, css.indexOf('scale: -1 1;', begin))
  const listed = [...mirrored.matchAll(/\.lucide-([\w-]+)/g)].map(([, name]) => name)
  const wanted = icons.filter((name) => ALONG.test(name) && ![...OF_A_SIDE, ...BOTH_WAYS].includes(name))
  expect(wanted.filter((name) => !listed.includes(name))).toEqual([])
  // All listed icons exist.
  expect(listed.filter((name) => !icons.includes(name ?? ''))).toEqual([])
})
