// Reads the repository itself: cheaper than review and kinder.
import { operations } from '@corridor/contract'
import { expect, test } from 'vitest'
import { root } from './stamp.mjs'
import { citationProblems } from './tidy/citations.ts'
import { clockProblems } from './tidy/clock.ts'
import { untestedFailures, untestedOperations } from './tidy/contract.ts'
import { adrProblems, documentProblems, settingProblems } from './tidy/docs.ts'
import { crowdedFolders, fileCircles, folderCircles, looseFiles } from './tidy/folders.ts'
import { longFunctions } from './tidy/functions.ts'
import { messageProblems } from './tidy/messages.ts'
import { moduleProblems } from './tidy/modules.ts'
import { nameProblems } from './tidy/names.ts'
import { packageProblems } from './tidy/packages.ts'
import { recordWrites, strayQueries, unknownTables } from './tidy/records.ts'
import { styleProblems } from './tidy/styles.ts'
import { textProblems } from './tidy/text.ts'
import { treeAt } from './tidy/tree.ts'

const tree = treeAt(root)

test('a module has the same name in contract, domain, bff and web', () => {
  expect(moduleProblems(tree)).toEqual([])
})

test('no folder is crowded, and no source file lies loose', () => {
  expect(crowdedFolders(tree)).toEqual([])
  expect(looseFiles(tree)).toEqual([])
})

test('no files and no folders import each other', () => {
  expect(fileCircles(tree)).toEqual([])
  expect(folderCircles(tree)).toEqual([])
})

test('no file is too long, nothing is left over, and clocks, floats and paths stay in their place', () => {
  expect(textProblems(tree)).toEqual([])
})

test('names and comments use no word that the table of STYLE.md replaces', () => {
  expect(nameProblems(tree)).toEqual([])
})

test('no function has more than 70 lines of its own', () => {
  expect(longFunctions(tree)).toEqual([])
})

test('every operation of the contract is called by a test', () => {
  expect(untestedOperations(tree, operations)).toEqual([])
})

test('every failure that the contract documents is provoked by a test', () => {
  expect(untestedFailures(tree, operations)).toEqual([])
})

test('every decision record has its number, is complete and in the index', () => {
  expect(adrProblems(tree)).toEqual([])
})

test('documents name files that exist', () => {
  expect(documentProblems(tree)).toEqual([])
})

test('a citation names a document and a part that exist, and a link leads somewhere', () => {
  expect(citationProblems(tree)).toEqual([])
})

test('docs/operate.md explains every setting', () => {
  expect(settingProblems(tree)).toEqual([])
})

test('dependencies are few on the server and have one exact version', () => {
  expect(packageProblems(tree)).toEqual([])
})

test('only a record writes its tables, which are those of the database', () => {
  expect(unknownTables(tree)).toEqual([])
  expect(recordWrites(tree)).toEqual([])
})

test('SQL stands in stores, in records and with the schema', () => {
  expect(strayQueries(tree)).toEqual([])
})

test('SQL reads the clock once for a statement, unless after a wait', () => {
  expect(clockProblems(tree)).toEqual([])
})

test('every text of the dashboard is a message with its translations', () => {
  expect(messageProblems(tree)).toEqual([])
})

test('CSS is used, and stands beside what it is for', () => {
  expect(styleProblems(tree)).toEqual([])
})
