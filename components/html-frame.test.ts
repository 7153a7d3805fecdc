import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '../scripts/checks/source-files.ts'

// Every place where the dashboard shows HTML of creators, apps or senders. React escapes all other text.

const files = sourceFiles(['ts', 'tsx'])
  .filter((file) => /^(app|components)\//.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

/** Returns files whose text matches, with the matches. */
const filesWith = (pattern: RegExp) =>
  Object.fromEntries(
    files.flatMap(({ file, text }) => {
      const found = [...text.matchAll(pattern)].map(([match]) => match)
      return found.length > 0 ? [[file, found]] : []
    }),
  )

test('third-party HTML is only shown in the frame without scripts and without the dashboard’s origin [S3]', () => {
  expect(Object.keys(filesWith(/<(?:iframe|embed|object|frame)\b|srcDoc|createElement\(['"]iframe/g))).toEqual([
    'components/html-frame.tsx',
    // Our own markup of a landing page with escaped text. The dashboard changes it in place, so it has this origin, but no scripts.
    'app/(dashboard)/forms/landing/rendered-page.tsx',
    // Code that creators copy into their own site.
    'app/(dashboard)/forms/[id]/snippets.ts',
  ])
  const frame = files.find(({ file }) => file === 'components/html-frame.tsx')?.text ?? ''
  const [, rights = ''] = /sandbox="([^"]*)"/.exec(frame) ?? []
  expect(rights.split(' ').sort()).toEqual(['allow-popups', 'allow-popups-to-escape-sandbox'])
  expect(filesWith(/sandbox="[^"]*"/g)).toEqual({
    'app/(dashboard)/forms/landing/rendered-page.tsx': ['sandbox="allow-same-origin"'],
    'components/html-frame.tsx': [expect.any(String)],
  })
  expect(filesWith(/dangerouslySetInnerHTML|insertAdjacentHTML|outerHTML\s*=|document\.write|setHTMLUnsafe/g)).toEqual({
    // Lucide's drawings, which are part of the code (components/generated).
    'components/lucide-icon.tsx': ['dangerouslySetInnerHTML'],
  })
})

test('HTML is only parsed into documents that display and load nothing', () => {
  // Their documents come from createHTMLDocument or belong to a frame without scripts.
  expect(filesWith(/\.innerHTML\s*=|createContextualFragment/g)).toEqual({
    'app/(dashboard)/forms/landing/rendered-page.tsx': ['.innerHTML ='],
    'components/editor/liquid/codec.ts': ['.innerHTML =', '.innerHTML =', '.innerHTML ='],
    'components/editor/paste/clean-paste.ts': ['.innerHTML ='],
  })
  expect(Object.keys(filesWith(/createHTMLDocument/g))).toEqual(['components/editor/rich-text-editor.tsx'])
})

test('every place that shows third-party HTML uses the frame', () => {
  const frame = Object.keys(filesWith(/<HtmlFrame\b/g))
  expect(frame).toEqual(
    expect.arrayContaining([
      'app/(dashboard)/broadcasts/[id]/report/sent-email.tsx',
      'app/(dashboard)/forms/[id]/preview.tsx',
      'app/(dashboard)/mail/caught-message-sheet.tsx',
      'app/(dashboard)/settings/style/style-preview.tsx',
      'app/(dashboard)/snippets/[id]/snippet-preview.tsx',
      'app/(dashboard)/templates/[id]/template-preview.tsx',
      'components/automation-templates/template-overview.tsx',
      'components/email-editor/history-sheet.tsx',
      'components/email-editor/rendered-email.tsx',
      'components/plugins/block-frame.tsx',
    ]),
  )
  // Previews of broadcasts, sequences, posts and automations, sent emails, administrators' reviews, and apps' blocks.
  const users = Object.keys(filesWith(/<(?:RenderedEmail|SentEmail|TemplateOverview|HistorySheet|BlockFrame)\b/g))
  expect(users).toEqual(
    expect.arrayContaining([
      'app/(dashboard)/admin/review/templates/[id]/template-review.tsx',
      'app/(dashboard)/automations/[id]/dry-run/comparison-sheet.tsx',
      'app/(dashboard)/broadcasts/[id]/report/not-sent.tsx',
      'app/(dashboard)/broadcasts/[id]/report/report.tsx',
      'components/automation-templates/adopt-dialog.tsx',
      'components/automation-templates/locked-banner.tsx',
      'components/email-editor/history-button.tsx',
      'components/email-editor/preview-sheet.tsx',
      'components/plugins/block-sheet.tsx',
      'components/plugins/block-view.tsx',
    ]),
  )
})
