export * from './port.ts'
export { bankMagic } from './simulated/accounts.ts'
export { createSimulatedBank, type SimulatedBank } from './simulated/bank.ts'
export type { BookedPayout, KeptPayout, NewEntry, SimulatedBooks } from './simulated/books.ts'
