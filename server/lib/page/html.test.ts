import { expect, test } from 'vitest'
import { html, trustedHtml } from './html.ts'

test('texts are escaped, and HTML is inserted as it is', () => {
  const hostile = `<script>"&'`
  const inner = html`<b title="${hostile}">${hostile}</b>`
  expect(html`${inner}${[inner, hostile]}${trustedHtml('<hr>')}`.toString()).toBe(
    `${inner}${inner}&lt;script&gt;&quot;&amp;&#39;<hr>`,
  )
  expect(inner.toString()).toBe('<b title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;</b>')
})

test('null, undefined and booleans print nothing', () => {
  expect(html`<p>${null}${undefined}${false}${true}${0}</p>`.toString()).toBe('<p>0</p>')
})
