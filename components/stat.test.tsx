import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Stat } from './stat'

const render = (delta: number, lowerIsBetter = false) =>
  renderToStaticMarkup(
    <dl>
      <Stat label="Open rate" value="45.3%" delta={delta} unit=" pp" lowerIsBetter={lowerIsBetter} />
    </dl>,
  )
const toneOf = (html: string) =>
  /text-(success-ink|destructive-ink|muted-foreground)">/.exec(html.split('<dd')[1] ?? '')?.[1]

test.each([0.04, 0, -0.04])('a change of %d, which rounds to zero, has no arrow and a neutral color', (delta) => {
  const html = render(delta)
  expect(html).toContain('0 pp')
  expect(html).not.toContain('<svg')
  expect(toneOf(html)).toBe('muted-foreground')
  expect(html).not.toMatch(/success-ink|destructive-ink/)
})

test.each([
  [0.05, false, '+0.1 pp', 'success-ink'],
  [-0.05, false, '-0.1 pp', 'destructive-ink'],
  [0.05, true, '+0.1 pp', 'destructive-ink'],
  [-0.05, true, '-0.1 pp', 'success-ink'],
])('a change of %d has an arrow and a color, lower is better: %s', (delta, lowerIsBetter, text, tone) => {
  const html = render(delta, lowerIsBetter)
  expect(html).toContain(text)
  expect(html).toContain('<svg')
  expect(html).toContain(tone)
})
