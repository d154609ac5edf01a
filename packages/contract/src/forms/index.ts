export { entityForm, type EntityForm } from './entity.ts'
export { transferForm, type TransferForm } from './transfer.ts'
