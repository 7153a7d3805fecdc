import { expect, test } from 'vitest'
import { failureOf } from './failed-build.ts'

test('the error of a build that the system killed says how much memory it needs, and what to do', () => {
  expect(failureOf('SIGKILL', '', 2 ** 30)).toMatch(
    /killed\. It takes about 2,000 MB of memory, and 1,024 MB are there: build on/,
  )
  expect(failureOf(null, 'app/page.tsx: broken')).toBe('The pages cannot be built:\napp/page.tsx: broken')
})
