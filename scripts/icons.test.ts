import * as lucide from 'lucide-react'
import { type ComponentType, createElement, type SVGProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as icons from '../components/generated/icons.ts'
import { iconsIn, lineOf } from './icons.ts'

type Icons = Record<string, ComponentType<SVGProps<SVGSVGElement>>>

test.each([{}, { className: 'size-4 shrink-0' }, { 'aria-label': 'Done', strokeWidth: 3 }, { role: 'img' }])(
  'icons look as those of Lucide with %j',
  (props) => {
    const markup = (Icon: Icons[string]) => renderToStaticMarkup(createElement(Icon, props))
    const originals = lucide as unknown as Icons
    for (const [name, Icon] of Object.entries(icons as unknown as Icons)) {
      const original = markup(originals[name] as Icons[string])
      expect(markup(Icon).replaceAll('/>', ''), name).toBe(original.replaceAll(/><\/(?!svg)[a-z]+>/g, ''))
    }
  },
)

test('icons that a file imports are found by their names', () => {
  const source = `import {\n  Image as Picture,\n  type LucideIcon,\n  Plus,\n} from '@/components/generated/icons'\n`
  expect(iconsIn(source)).toEqual(['Image', 'Plus'])
})

test('a name that Lucide does not have is refused', () => {
  expect(() => lineOf('Nothing')).toThrow('Lucide has no icon Nothing')
})
