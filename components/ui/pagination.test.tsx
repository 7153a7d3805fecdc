import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Pagination } from './pagination'

test('a list of one page has no buttons, and those of others lead where there is a page', () => {
  expect(renderToStaticMarkup(<Pagination />)).toBe('')
  const counted = renderToStaticMarkup(<Pagination summary="3 forms" />)
  expect(counted).toContain('3 forms')
  expect(counted).not.toContain('button')
  const first = renderToStaticMarkup(<Pagination onNext={() => undefined} />)
  expect(first.match(/disabled=""/g)).toHaveLength(1)
})
