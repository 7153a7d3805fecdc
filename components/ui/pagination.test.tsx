import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Pagination } from './pagination'

test('a list of one page has no buttons, and buttons of longer lists are disabled at the ends', () => {
  expect(renderToStaticMarkup(<Pagination />)).toBe('')
  const counted = renderToStaticMarkup(<Pagination summary="3 forms" />)
  expect(counted).toContain('3 forms')
  expect(counted).not.toContain('button')
  const first = renderToStaticMarkup(<Pagination onNext={() => undefined} />)
  expect(first.match(/disabled=""/g)).toHaveLength(1)
})
