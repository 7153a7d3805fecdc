// Reads the steps of a tutorial in Markdown: a `diff` block changes the file named last before it, a `sh` block contains commands.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const PAGE = 'docs/tutorial.md'

export function stepsOf(markdown) {
  const lines = markdown.split('\n')
  const steps = []
  let file
  for (let index = 0; index < lines.length; index++) {
    const [, indent, kind] = /^(\s*)```(\w+)$/.exec(lines[index]) ?? []
    if (!kind) {
      for (const [, name] of lines[index].matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)) file = name
      continue
    }
    const line = index + 2
    const block = []
    while (++index < lines.length && lines[index] !== `${indent}\`\`\``) block.push(lines[index].slice(indent.length))
    if (kind === 'diff') steps.push({ file, diff: block, line })
    if (kind === 'sh') steps.push(...block.map((run, i) => ({ run, line: line + i })))
  }
  return steps
}

/** Removed and unchanged lines must occur in the file once. A block of only new lines is appended. */
export function applyEdit(root, { file, diff, line }) {
  const place = path.join(root, file ?? '')
  const wrong = (what) => new Error(`${PAGE}:${line}: ${what}`)
  if (!file || !existsSync(place)) throw wrong(`there is no file "${file}" to change`)
  const odd = diff.find((text) => !/^[-+ ]|^$/.test(text))
  if (odd !== undefined) throw wrong(`"${odd}" begins with neither +, - nor a space`)
  const side = (other) => diff.filter((text) => text[0] !== other).map((text) => `${text.slice(1)}\n`)
  const [old_text, after] = [side('+').join(''), side('-').join('')]
  const text = readFileSync(place, 'utf8')
  if (old_text.trim() === '') return writeFileSync(place, `${text}\n${after}`)
  const found = text.split(old_text).length - 1
  if (found !== 1) throw wrong(`${file} holds these lines ${found} times instead of once:\n${old_text}`)
  writeFileSync(
    place,
    text.replace(old_text, () => after),
  )
}
