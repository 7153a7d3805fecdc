import { expect, test } from 'vitest'
import { contrastOf } from '../text/color.ts'
import { styleVariables } from './public-style.ts'
import { darkTheme, lightTheme, type PublicStyle } from './theme.ts'

const STEPS = ['00', '55', 'aa', 'ff']
const GRID = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)))
const BACKGROUNDS = ['#ffffff', '#fdf6e3', '#cccccc', '#999999', '#ffcc00', '#123456', '#000000']

test('all colors derived from a style are readable, light and dark, whatever its colors', () => {
  for (const background_color of BACKGROUNDS)
    for (const accent_color of GRID) {
      const text_color = contrastOf('#222222', background_color) >= 4.5 ? '#222222' : '#ffffff'
      const colors = { accent_color, text_color, background_color }
      for (const theme of [lightTheme(colors), darkTheme(colors)]) {
        const shown = JSON.stringify({ colors, theme })
        expect(contrastOf(theme.ink, theme.paper), shown).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(theme.link, theme.paper), shown).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(theme.soft, theme.paper), shown).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(theme.on_accent, theme.accent), shown).toBeGreaterThanOrEqual(4.3)
      }
      const dark = darkTheme(colors)
      expect(contrastOf('#ffffff', dark.paper)).toBeGreaterThan(4)
      if (background_color !== accent_color && contrastOf(text_color, '#ffffff') > 4.5)
        expect(contrastOf(dark.accent, dark.paper)).toBeGreaterThanOrEqual(1.6)
    }
})

const STYLE: PublicStyle = {
  logo: null,
  font: 'georgia',
  heading_font: 'verdana',
  accent_color: '#b45309',
  text_color: '#222222',
  background_color: '#ffffff',
  corners: 'pill',
}

test('a light style has separate dark colors, and a dark style stays dark', () => {
  const light = styleVariables(STYLE)
  expect(light).toContain('--paper:#ffffff;--ink:#222222')
  expect(light).toContain("--font:Georgia,'Times New Roman',serif;--heading-font:Verdana,Geneva,sans-serif")
  expect(light).toContain('--radius:16px;--button-radius:999px')
  expect(light).toMatch(/@media\(prefers-color-scheme:dark\)\{:root\{--ground:#[0-9a-f]{6};--paper:#1[0-9a-f]/)
  const dark = styleVariables({ ...STYLE, text_color: '#ffffff', background_color: '#10222b' })
  expect(dark).toContain(':root{color-scheme:dark;')
  expect(dark).not.toContain('@media')
})
