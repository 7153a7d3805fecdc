import { expect, test } from 'vitest'
import { bytesText, percentText } from '../../lib/locale/formats.ts'
import { t, text } from '../../lib/locale/texts.ts'
import { describeGuard, limitText } from '../../modules/delivery/reputation/guard.ts'
import { inLocale } from './scope.ts'

const inGerman = <T>(work: () => T) =>
  inLocale({ tag: 'de', dir: 'ltr', catalog: { '{0} of {1}': '{0} von {1}' } }, work)

test('numbers in texts, percentages and sizes are written as in the locale of the page', () => {
  expect(t`${12_345} rows`).toBe('12,345 rows')
  inGerman(() => {
    expect(text('{0} of {1}', 1_234.5, 20_000)).toBe('1.234,5 von 20.000')
    // An id is no amount.
    expect(t`Delivery #${String(12_345)}`).toBe('Delivery #12345')
    expect(percentText(45.26)).toBe('45,3\u00a0%')
    expect([512, 1_250_000, 23_400_000_000].map(bytesText)).toEqual(['512 B', '1,3 MB', '23 GB'])
    expect(limitText('complaints', 'warn')).toBe('0,1\u00a0%')
    expect(
      describeGuard({
        domain: 'news.example',
        cause: 'complaints',
        sent: 3_000,
        failed: 0,
        hard_bounced: 0,
        complained: 9,
      }),
    ).toContain('9 of 3.000 messages (0,3\u00a0%) from news.example')
  })
})
