// Refuses four patterns in comments that a native speaker would stumble over, and bounds that are not named MAX_ or MIN_. `node
// scripts/checks/voice.ts server/modules/tags` reads only that folder.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './source-files.ts'
import { filesWithWords } from './words.ts'

// Its own test shows examples.
const CODE = /^(?!scripts\/checks\/voice\.test).*\.(?:tsx?|mjs|prisma)$/
const COMMENT = /^[ \t]*(?:\{?\/\*\*?|\/{2,3}|\*(?!\/))[ \t]?(.*?)[ \t]*(?:\*\/\}?)?$/
const BOUND = /\b(?:MOST|LEAST|FEWEST|SHORTEST|LONGEST|LARGEST|SMALLEST)_[A-Z]\w*/g

/** Patterns, each with advice. The first two apply at the beginning of a comment. */
const WAYS: readonly [RegExp, string][] = [
  [/^\s*(?:What|Who|Whom|Whose|Where|How|Whether|Which|Whatever)\b/g, 'begin with a noun or a verb'],
  [/^\s*(?:Of|Those|So\s+many)\b/g, 'name the noun first'],
  [/\b(?:that|those)\s+of\b|\bthose\s+(?:who|that)\b/gi, 'repeat the noun'],
  [/\bso\s+many\b/gi, 'name the number'],
]

/** Returns the findings of a file, one line each. */
export function inspectVoice(file: string, text: string): string[] {
  const comments = commentsOf(text).flatMap((comment) =>
    WAYS.flatMap(([way, instead]) =>
      [...comment.text.matchAll(way)].map(({ 0: found, index }) => {
        const line = comment.line + lineOf(comment.text, index) - 1
        return `${file}:${line}: "${found.trim().replace(/\s+/g, ' ')}": ${instead}`
      }),
    ),
  )
  const bounds = [...text.matchAll(BOUND)].map(
    ({ 0: name, index }) => `${file}:${lineOf(text, index)}: ${name}: a bound is named MAX_ or MIN_`,
  )
  return [...comments, ...bounds]
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Returns comments on separate lines; consecutive lines form one comment. */
function commentsOf(text: string): { line: number; text: string }[] {
  const comments: { line: number; text: string }[] = []
  let isOpen = false
  for (const [index, line] of text.split('\n').entries()) {
    const words = COMMENT.exec(line)?.[1]
    const last = comments.at(-1)
    if (words !== undefined && isOpen && last) last.text += `\n${words}`
    else if (words !== undefined) comments.push({ line: index + 1, text: words })
    isOpen = words !== undefined && !line.includes('*/')
  }
  return comments
}

export const voiceProblems = (folders: readonly string[] = []): string[] =>
  filesWithWords(folders)
    .filter((file) => CODE.test(file))
    .flatMap((file) => inspectVoice(file, readFileSync(path.join(root, file), 'utf8')))

if (import.meta.main) {
  const problems = voiceProblems(process.argv.slice(2).map((folder) => folder.replace(/\/$/, '')))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) console.error(`\n${problems.length} findings`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
