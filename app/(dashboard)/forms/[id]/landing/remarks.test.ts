import { expect, test } from 'vitest'
import { form, hero, pageOf } from '@/server/lib/page/landing/blank.ts'
import { remarksOf } from './remarks'

const PAGE = pageOf({ description: 'A guide' }, [hero({ heading: 'Mornings' }), form()])
const remarks = (page: typeof PAGE, has_file: boolean) => remarksOf(page, new Map(), { id: 7, has_file })

test('a template that promises a file asks for one until the form has it, with a link to add it', () => {
  const page = { ...PAGE, promises_file: true }
  expect(remarks(page, false)).toEqual([
    {
      text: 'The template promises a file by email, and the form sends none.',
      link: { label: 'Add a file', href: '/forms/7?tab=after' },
    },
  ])
  expect(remarks(page, true)).toEqual([])
  expect(remarks(PAGE, false)).toEqual([])
})

test('a page without a form and a description gets a remark about each', () => {
  const page = pageOf({}, [hero({ heading: 'Mornings' })])
  expect(remarks(page, false).map(({ text }) => text)).toEqual([
    'No section shows the form, so no one can sign up.',
    'There is no description for search engines.',
  ])
})
