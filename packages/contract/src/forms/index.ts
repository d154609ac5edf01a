export { entityForm, type EntityForm, percentOf, type PersonForm, personRoles } from './entity.ts'
export { transferForm, type TransferForm } from './transfer.ts'
