// Scripts in .mjs run on the machine's Node before anything is installed, so they have no types.
declare module '*.mjs'
