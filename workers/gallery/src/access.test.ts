import { testAccess } from '@encre/worker/testing-access'
import * as contract from './contract.ts'
import { options, rows } from './testing-rows.ts'
import Gallery from './worker.ts'

testAccess(Gallery.routes, contract, rows, options)
