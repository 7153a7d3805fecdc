import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InParts } from './in-parts'

test('each part after the first can hydrate on its own, and nothing separates them', () => {
  const parts = ['one', null, 'three', 'four']
  expect(renderToStaticMarkup(<InParts>{parts}</InParts>).replaceAll(/<!--\/?[&$]-->/g, '')).toBe('onethreefour')
  // React's markers of such a part.
  expect(renderToString(<InParts>{parts}</InParts>).match(/<!--\/?&-->/g)).toEqual([
    '<!--&-->',
    '<!--&-->',
    '<!--&-->',
    '<!--/&-->',
    '<!--/&-->',
    '<!--/&-->',
  ])
})
