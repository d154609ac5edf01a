import { configDefaults, defineConfig } from 'vitest/config'

// Packing and installing what partners get takes as long as all other tests here: for the long run.
const inFull = process.env['FULL'] ? [] : ['test/packed.test.ts']

export default defineConfig({ test: { exclude: [...configDefaults.exclude, ...inFull] } })
