import { describe, expect, test } from 'vitest'
import { PluginSettings } from '../apps/plugin-schema.ts'
import { defaultsOf, postedSettings, settingProblems } from './settings-schema.ts'

const everyKind = PluginSettings.parse([
  { type: 'text', name: 'title', label: 'Title', placeholder: 'A title', help: 'Short', default: 'Hi' },
  { type: 'textarea', name: 'body', label: 'Body' },
  { type: 'number', name: 'count', label: 'Count', min: 1, max: 9 },
  { type: 'color', name: 'ink', label: 'Ink', allow_transparent: true, default: '#102030' },
  { type: 'date', name: 'day', label: 'Day' },
  {
    type: 'select',
    name: 'size',
    label: 'Size',
    options: [
      { label: 'Small', value: 's' },
      { label: '2', value: 2 },
    ],
  },
  { type: 'radio', name: 'side', label: 'Side', options: [{ label: 'Left', value: 'l' }] },
  { type: 'select', name: 'album', label: 'Album', request_url: 'https://acme.example/albums' },
  { type: 'search', name: 'product', label: 'Product', request_url: 'https://acme.example/search', multiselect: true },
  { type: 'slider', name: 'radius', label: 'Radius', min: 2, max: 20 },
  { type: 'toggle', name: 'framed', label: 'Framed' },
  {
    type: 'group',
    label: 'Frame',
    dependencies: [{ field: 'framed', value: true }],
    settings: [
      { type: 'font', name: 'font', label: 'Font', required: true },
      { type: 'text', name: 'plain', label: 'Plain', dependencies: ['title', { field: 'body', value: null }] },
    ],
  },
])

test('a new block has the default settings', () => {
  expect(defaultsOf(everyKind)).toEqual({ title: 'Hi', ink: '#102030', radius: 2, framed: false })
})

test('hidden and empty fields are not posted, and groups add no prefix', () => {
  const values = {
    title: 'a',
    body: '',
    count: null,
    framed: true,
    font: 'Georgia',
    plain: 'p',
    album: 'x',
    product: [],
  }
  expect(postedSettings(everyKind, values)).toEqual({
    title: 'a',
    framed: true,
    font: 'Georgia',
    plain: 'p',
    album: 'x',
  })
  expect(postedSettings(everyKind, { ...values, framed: false })).toEqual({ title: 'a', framed: false, album: 'x' })
  expect(postedSettings(everyKind, { ...values, body: 'b' })).not.toHaveProperty('plain')
  expect(postedSettings(everyKind, { ...values, title: '' })).not.toHaveProperty('plain')
})

describe('invalid values are reported', () => {
  test.each<[Parameters<typeof settingProblems>[1], Record<string, string>]>([
    [{ count: 3, ink: 'transparent', size: '2', product: ['a'], radius: 20, day: '2026-03-01T08:00:00Z' }, {}],
    [{ framed: true }, { font: "Font can't be blank" }],
    [{ framed: true, font: '' }, { font: "Font can't be blank" }],
    [{ title: 7 }, { title: 'Title must be text' }],
    [
      { count: 0, radius: 21 },
      { count: 'Count must be at least 1', radius: 'Radius must be at most 20' },
    ],
    [{ count: '3' }, { count: 'Count must be a number' }],
    [{ ink: 'red;background:url(x)' }, { ink: 'Ink must be a color' }],
    [
      { size: 'xl', side: 'r' },
      { size: 'Size must be one of the options', side: 'Side must be one of the options' },
    ],
    [{ day: 'soon' }, { day: 'Day must be a date' }],
    [{ product: 'a' }, { product: 'Product must be chosen from the list' }],
    [{ framed: 'yes' }, { framed: 'Framed must be on or off' }],
  ])('%j', (values, problems) => expect(settingProblems(everyKind, values)).toEqual(problems))
})

describe('invalid settings are refused when the developer saves them', () => {
  const text = (name: string, more: object = {}) => ({ type: 'text', name, label: 'L', ...more })
  test.each([
    [[{ type: 'teapot', name: 'a', label: 'L' }], /Invalid/],
    [[text('a b')], /name must be letters/],
    [[text('a'), { type: 'group', settings: [text('a')] }], /a is used twice/],
    [[text('a', { dependencies: ['b'] })], /b, which does not exist/],
    [[{ type: 'search', name: 'a', label: 'L', request_url: 'javascript:x' }], /request_url/],
    [[{ type: 'slider', name: 'a', label: 'L', min: 3, max: 1 }], /min of a is above its max/],
    [[{ type: 'group', settings: [{ type: 'group', settings: [] }] }], /Invalid/],
    [
      [
        text('b', { dependencies: ['a'] }),
        { type: 'dynamic_select', name: 'a', label: 'L', request_url: 'https://x.example' },
      ],
      /nothing may depend on/,
    ],
    [Array.from({ length: 61 }, (_, at) => text(`a${at}`)), /at most 60/],
  ])('%#', (settings, message) => {
    const parsed = PluginSettings.safeParse(settings)
    expect(parsed.error?.message).toMatch(message)
  })
})
