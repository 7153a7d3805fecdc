import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DaysField } from './window-fields'

test('the error of a narrow number input spans its row and is linked to the input', () => {
  const html = renderToStaticMarkup(
    <div className="flex flex-wrap">
      <DaysField value={-5} min={1} max={1830} onChange={() => undefined} />
    </div>,
  )
  const error = /<div aria-live="polite" class="([^"]*)"><p id="([^"]+)"/.exec(html)
  expect(error?.[1]).toContain('basis-full')
  expect(error?.[1]).toContain('order-last')
  expect(html).toContain(`aria-describedby="${error?.[2]}"`)
  // Inside the number's box it would be as narrow as the number.
  const [before = ''] = html.split('<div aria-live')
  expect(before.endsWith('</div>')).toBe(true)
})
