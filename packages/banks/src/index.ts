export * from './port.ts'
export { bankMagic, createSimulatedBank } from './simulated/bank.ts'
