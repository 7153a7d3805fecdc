// Checks that the build finds every text of a page and a catalog can translate it, that every catalog is complete, that layouts name sides by
// the direction of reading (decision 0115), and that creators see no names of settings or code. `node scripts/checks/texts.ts --list` prints the
// texts, `--add de` adds a language.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { collectTexts, findUnmarked } from '../../server/build/texts/collect.ts'
import { missingIn } from '../../server/build/texts/missing.ts'
import { Settings } from '../../server/env.ts'
import { inEachFile } from './each-file.ts'
import { physicalClasses } from './physical-classes.ts'
import { root, sourceFiles } from './source-files.ts'

/**
 * Files whose texts are only for administrators and developers of the product, and two whose text is filled in: a banner for administrators, an
 * email.
 */
const FOR_ADMINISTRATORS =
  /^(app\/\(dashboard\)\/admin|app\/\(dev\)|server\/(modules\/(admin|accounts\/plans)|cli|jobs|http|build))\/|\/(view-banner|warm-up)\.tsx?$/
const SETTING_NAMES = Object.keys(Settings.shape).filter((name) => name.includes('_') || name === 'TRANSPORTS')
const WORDS_OF_SERVERS = new RegExp(`\\b(?:${SETTING_NAMES.join('|')}|pid|UTC)\\b|\\{\\{ ?(?:subscriber|snippet)\\.`)

const { texts, fixed } = collectTexts(root, inEachFile)
const messages = [...new Set(texts.map(({ message }) => message))].sort()

const option = process.argv.indexOf('--add')
if (option !== -1) addCatalog(process.argv[option + 1] ?? '')
else if (process.argv.includes('--list')) for (const message of messages) console.log(message)
else check()

function check(): void {
  const problems = [
    ...fixed.map(
      ({ file, line, message }) =>
        `${file}:${line}: "${message}" is made when its module is loaded; make it in a function`,
    ),
    ...findUnmarked(root, inEachFile).map(
      ({ file, line, message }) => `${file}:${line}: "${message}" is not translated; mark it with t, where it is used`,
    ),
    ...texts.flatMap(({ file, line, message }) => {
      const problem = unfit(message) ?? forAdministrators(message, file)
      return problem ? `${file}:${line}: "${message}" ${problem}` : []
    }),
    ...globSync('locales/*.json', { cwd: root }).flatMap((file) =>
      missingIn(messages, JSON.parse(readFileSync(path.join(root, file), 'utf8'))).map(
        (message) => `${file}: no translation of "${message}"`,
      ),
    ),
    ...sourceFiles(['ts', 'tsx'])
      .filter((file) => /^(app|components)\//.test(file))
      .flatMap((file) =>
        physicalClasses(readFileSync(path.join(root, file), 'utf8')).map(
          ({ line, name, instead }) => `${file}:${line}: ${name} is the same side in every language, write ${instead}`,
        ),
      ),
  ]
  if (problems.length === 0) return
  console.error(problems.join('\n'))
  process.exitCode = 1
}

/** Returns the problem that a text would have in any translation. */
function unfit(message: string): string | undefined {
  if (/^(?!Copy |A |The |They )[A-Z][\w’ -]* of [{“][^.?]*$/.test(message)) return 'is a label: write the name first'
  // Names of keys are exempt.
  if (/[←→⇐⇒]/.test(message) && /\p{L}/u.test(message))
    return 'has an arrow, which right to left does not mirror; write ›'
  return /\{\d+\}\s?%/.test(message) ? 'has a percentage; write it with percentText' : undefined
}

function forAdministrators(message: string, file: string): string | undefined {
  const [word] = FOR_ADMINISTRATORS.test(file) ? [] : (WORDS_OF_SERVERS.exec(message) ?? [])
  return word && `has “${word}”, which only administrators know; say what it means for a creator`
}

/** Writes a catalog with its existing translations, and an empty one for every other text. */
function addCatalog(tag: string): void {
  const file = path.join(root, 'locales', `${Intl.getCanonicalLocales(tag)[0]}.json`)
  let known: Record<string, unknown> = {}
  if (globSync(file).length > 0) known = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(
    file,
    `${JSON.stringify(Object.fromEntries(messages.map((one) => [one, known[one] ?? ''])), null, 2)}\n`,
  )
}
