const KEY = Symbol.for('envoi.process-singletons')
const holder = globalThis as typeof globalThis & { [KEY]?: Map<string, unknown> }

/**
 * Returns the one value of that name in this process; `make` creates it at the first call. The custom server and Next's bundle load
 * the same modules separately, so a variable of a module exists twice in one process; globalThis exists once.
 */
export function processSingleton<Value>(name: string, make: () => Value): Value {
  holder[KEY] ??= new Map()
  const values = holder[KEY]
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as Value
}
