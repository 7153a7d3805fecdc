import { describe, expect, test } from 'vitest'
import { ratio } from '../../testing/processor-time.ts'
import { applyLayout, BUILT_IN_LAYOUTS } from '../layouts.ts'
import { joinTemplate } from '../liquid/template.ts'
import { compileLinks } from './links.ts'
import { requireInHtml } from './required-parts.ts'
import { sanitizeHtml } from './sanitize.ts'

const VARIABLES = { subscriber: {}, address: 'Storgata 1', unsubscribe_url: 'https://m.example/u/token' }
// A link has its own color unless its style says otherwise.
const BOTH = '<a href="{{ unsubscribe_url }}" style="color:inherit">Leave</a> {{ address }}'

/** Returns how often a message shows the address, and whether the standard footer was added. */
function footerOf(content: string, layout: string) {
  const template = requireInHtml(compileLinks(applyLayout(layout, { content: sanitizeHtml(content) })).html)
  const html = joinTemplate(template, template.render(VARIABLES as never))
  return { addresses: html.split('Storgata').length - 1, was_added: html.includes('>Unsubscribe</a>') }
}
const layouts = [...Object.values(BUILT_IN_LAYOUTS), '<html><body>{{ content }}</body></html>']

describe('an unsubscribe link in the color of its background gets the standard footer', () => {
  test.each([
    ...['#fff', 'white', '#FEFEFE', 'rgb(255 255 255)', 'hsl(0, 0%, 99%)', 'rgba(0,0,0,.02)'].map(
      (color) => `<div style="background-color:#ffffff"><p style="color:${color}">${BOTH}</p></div>`,
    ),
    `<table bgcolor="#000000"><tr><td><p style="color:black">${BOTH}</p></td></tr></table>`,
    `<div style="background:#fff no-repeat"><p style="color:white">${BOTH}</p></div>`,
    `<p style="background-color:#fff"><font color="#FFFFFF">${BOTH}</font></p>`,
    `<p style="background-color:{{ subscriber.none | default: '#fff' }};color:#fff">${BOTH}</p>`,
    `<table bgcolor="{{ subscriber.none | default: 'white' }}"><tr><td style="color:white">${BOTH}</td></tr></table>`,
    `<div style="background-color:rgba(255,255,255,.9)"><p style="color:#fff">${BOTH}</p></div>`,
    `<p style="background-color:#888;color:rgba(136,136,136,.5)">${BOTH}</p>`,
    ...[
      'oklch(100% 0 0)',
      'oklch(0.2 0 0 / 0)',
      'lab(99% 0 0)',
      'hwb(0 100% 0%)',
      'color(display-p3 1 1 1)',
      'color-mix(in srgb, white 95%, black)',
      'color-mix(in srgb, currentcolor, white 99%)',
      'rgb(from white r g b)',
      'rgb(calc(255) 255 255)',
      'rgb(255,                                                      255, 255)',
      'light-dark(#fff, #000)',
      'canvas',
      'var(--none, #fff)',
      'var(--none, var(--nothing, white))',
    ].map((color) => `<div style="background-color:#fff"><p style="color:${color}">${BOTH}</p></div>`),
    `<p style="--paper:#fff;background-color:#fff;color:var(--paper)">${BOTH}</p>`,
    `<div style="--paper:oklch(100% 0 0)"><p style="background-color:#fff;color:var( --Paper )">${BOTH}</p></div>`,
    `<div style="background-color:#fff;color:#fff"><p style="color:nonsense">${BOTH}</p></div>`,
    `<div style="background-color:oklch(20% 0 0)"><p style="color:#161616">${BOTH}</p></div>`,
    `<div style="background:color-mix(in srgb, black 90%, white) no-repeat"><p style="color:#1a1a1a">${BOTH}</p></div>`,
    `<p style="background-color:#fff;color:#111;color:oklch(100% 0 0)">${BOTH}</p>`,
    `<p style="background-color:#fff;color:#fff;color:oklch(20% 0 0)">${BOTH}</p>`,
  ])('%s', (content) => {
    for (const layout of layouts) expect(footerOf(content, layout)).toEqual({ addresses: 2, was_added: true })
  })
})

describe('an unsubscribe link that is cut off or off the screen gets the standard footer', () => {
  test.each([
    'margin-left:-99em',
    'position:absolute;left:200vw',
    'position:absolute;left:-100%',
    'position:absolute;left:9999px',
    'position:absolute;right:-99999px',
    'position:absolute;top:-5000px',
    'position:absolute;clip:rect(1px,1px,1px,1px)',
    'position:absolute;clip:rect(0 0 0 0)',
    'width:1px;height:1px;overflow:hidden',
    'max-height:0px;overflow-y:hidden',
    'text-indent:100%;overflow:hidden',
    'zoom:0',
    'zoom:1%',
    'opacity:0',
    'opacity:1%',
    'margin:-9999px',
    'margin:0 0 0 -9999px',
    'position:absolute;inset:-9999px auto auto 0',
    'translate:-9999px',
    'scale:0',
    'transform:matrix(0,0,0,0,0,0)',
    'transform:rotateX(90deg)',
    'clip-path:circle(0)',
    '-webkit-mask-image:linear-gradient(transparent,transparent)',
    'filter:alpha(opacity=0)',
    'mix-blend-mode:difference',
    'mix-blend-mode:lighten',
    'background-blend-mode:screen',
    '-webkit-transform:scale(0)',
    '-webkit-filter:opacity(0)',
    '-webkit-clip-path:circle(0)',
    'mask-border:url(https://a.example/x.png) 30',
    'offset-path:path("M 9999 9999 L 0 0")',
    '-webkit-text-fill-color:transparent',
    'background-color:#222;-webkit-text-fill-color:#222;color:#fff',
    'letter-spacing:-1em',
    'position:relative;z-index:-1',
    'height:0;overflow:scroll',
    'font-size:0',
    'visibility:hidden',
    'display:none ! important',
    'line-height:0;overflow:hidden',
    'font:16px/0 Arial;overflow:hidden',
    'font-size:16px;font:0/0 a',
    'font-size:calc(0px)',
    'opacity:calc(0)',
    'margin-left:calc(-9999px)',
    'height:calc(0px);overflow:hidden',
  ])('%s', (style) => {
    for (const layout of layouts)
      expect(footerOf(`<p style="${style}">${BOTH}</p>`, layout)).toEqual({ addresses: 2, was_added: true })
  })
})

describe('a second value does not show what email clients hide because of the first', () => {
  test.each([
    'font-size:0;font-size:big',
    'font:0/0 a;font:big',
    'height:0;height:big;overflow:hidden;overflow:big',
    'background-color:#fff;color:#fff;color:light',
    'color:#111;background-color:#111;background-color:dark',
    'color:#fff;background-color:#000;background:#fff',
    'color:#fff;background-color:#fff;-webkit-text-fill-color:#000',
  ])('%s', (style) => {
    for (const layout of layouts)
      expect(footerOf(`<p style="${style}">${BOTH}</p>`, layout)).toEqual({ addresses: 2, was_added: true })
  })
})

test.each([
  `<div style="overflow:hidden"><p style="height:0;margin:0">${BOTH}</p></div>`,
  `<div style="overflow:hidden"><p style="line-height:0;margin:0">${BOTH}</p></div>`,
  `<div style="line-height:0"><p style="overflow:hidden;margin:0">${BOTH}</p></div>`,
])('a link that two elements together cut off gets the standard footer: %s', (content) => {
  for (const layout of layouts) expect(footerOf(content, layout)).toEqual({ addresses: 2, was_added: true })
})

describe('a readable link gets no second footer', () => {
  test.each([
    `<table bgcolor="#111111"><tr><td><p style="color:#fff">${BOTH}</p></td></tr></table>`,
    `<div style="background:#fff url(https://a.example/x.png)"><p style="color:#fff">${BOTH}</p></div>`,
    `<div style="background-image:linear-gradient(#000,#111)"><p style="color:#fff">${BOTH}</p></div>`,
    `<p style="background-color:#fff;color:#aaaaaa">${BOTH}</p>`,
    `<p style="color:var(--ink)">${BOTH}</p>`,
    `<p style="--ink:#111;background-color:#fff;color:var(--ink, #fff)">${BOTH}</p>`,
    `<p style="background-color:oklch(100% 0 0);color:oklch(20% 0 0)">${BOTH}</p>`,
    `<p style="background:color-mix(in srgb, black 90%, white);color:#fff">${BOTH}</p>`,
    `<p style="background-color:#fff;color:#222;color:color-mix(in srgb, black 80%, white)">${BOTH}</p>`,
    `<p style="background-color:#fff;color:light-dark(#111, #fff)">${BOTH}</p>`,
    `<div style="mix-blend-mode:normal;-webkit-transform:none">${BOTH}</div>`,
    `<div style="width:100%;max-width:600px;overflow:hidden;margin:0 auto;padding-left:5%">${BOTH}</div>`,
    `<div style="transform:none;filter:none;opacity:100%;zoom:100%;margin:-20px 0 0;z-index:1;letter-spacing:-.02em">${BOTH}</div>`,
    `<div style="position:relative;left:50%;margin-left:-20px;top:10px;clip:auto">${BOTH}</div>`,
    `<div style="overflow:hidden"><p style="line-height:1.5;font-size:clamp(14px, 2vw, 18px);width:calc(100% - 40px)">${BOTH}</p></div>`,
    `<div style="overflow:hidden;line-height:0"><p style="line-height:150%;font:400 16px/1.4 Arial !important">${BOTH}</p></div>`,
    `<p style="color:#111;color:#222;background-color:#eee;background-color:#fff">${BOTH}</p>`,
    `<p style="color:#000;background:#000;background-color:#fff">${BOTH}</p>`,
    `<p style="color:#000;background:#000;background:none">${BOTH}</p>`,
  ])('%s', (content) => {
    for (const layout of layouts) expect(footerOf(content, layout)).toEqual({ addresses: 1, was_added: false })
  })
})

test.each(['html', ':root', 'HTML, body', '*'])('a style sheet that colors %s causes no second footer', (selector) => {
  const layout = `<html><head><style>${selector}{BACKGROUND-COLOR:#111}</style></head><body style="color:#fff">{{ content }}</body></html>`
  expect(footerOf(`<p style="color:#fff">${BOTH}</p>`, layout)).toEqual({ addresses: 1, was_added: false })
  const own = layout.replace('<body style="', '<body style="background:#fff;')
  expect(footerOf(`<p style="color:#fff">${BOTH}</p>`, own)).toEqual({ addresses: 2, was_added: true })
})

test('many nested colors are read in linear time', () => {
  let run = 0
  const work = (count: number) => () => {
    // Parsed templates are cached, so each text must be different.
    const html = `${run++}${'<p style="background:#fff;color:#eee">x</p>'.repeat(count)}`
    requireInHtml(`<html><body>${html}</body></html>`)
  }
  work(2_000)()
  expect(ratio(work(16_000), work(2_000), 40)).toBeLessThan(40)
})
