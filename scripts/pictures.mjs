// npm run pictures -- FOLDER [part of an address]: captures every page, light and dark, 1440 and 390 px wide.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { at, fail, node, root, runEnv, setUp } from './setup.mjs'

const [folder, pages = ''] = process.argv.slice(2)
if (!folder) fail('Name a folder outside of the project: npm run pictures -- FOLDER [part of an address]')
const target = path.resolve(folder)
if (!path.relative(root, target).startsWith('..')) fail(`${target} is inside the project: name a folder outside of it.`)

await setUp()
const args = [at('node_modules/.bin/playwright'), 'test', '--config', at('e2e/pictures.config.ts'), '--reporter=line']
const child = spawn(node, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...runEnv, PICTURES: target, PAGES: pages },
})
child.on('exit', (code) => process.exit(code ?? 1))
