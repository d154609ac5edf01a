export * from './rate.ts'
export * from './table.ts'
