import { setUp } from './setup.mjs'
import { checks, close, inTurn } from './steps.mjs'

await setUp()
close(await inTurn(checks))
