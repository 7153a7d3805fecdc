// Generates the database client as `prisma generate` does, without Prisma's command line: generate.cjs FOLDER-OF-SCHEMA
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts')
const { enginesVersion } = require('@prisma/engines-version')
const { getGenerators, loadSchemaContext } = require('@prisma/internals')

async function generate(schema) {
  const generator = new PrismaClientTsGenerator()
  const generators = await getGenerators({
    schemaContext: await loadSchemaContext({ schemaPath: { cliProvidedPath: schema }, printLoadMessage: false }),
    registry: { 'prisma-client': { type: 'in-process', generator } },
    version: enginesVersion,
    skipDownload: true,
    cliCommand: 'generate',
  })
  for (const one of generators) {
    await one.generate()
    one.stop()
  }
}

generate(process.argv[2])
