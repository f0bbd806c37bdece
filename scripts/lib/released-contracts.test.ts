import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContractShape } from '@encre/protocol/contract-shape'
import { beforeEach, expect, test } from 'vitest'
import { saveReleasedContract } from './released-contracts.ts'
import { createFolder } from './testing/scratch-folder.ts'

const file = 'workers/gallery/contract.released.json'
const contract: ContractShape = { schemas: {}, paths: { designs: '/api/gallery/designs' } }
let tree: string

beforeEach(() => {
  tree = createFolder({ [file]: 'before' })
})

test.each(['https://encre.example', 'http://192.168.1.20:8787', 'https://localhost.encre.example'])(
  'saves the contract after a release to %s, once',
  (origin) => {
    expect(saveReleasedContract(origin, 'gallery', contract, tree)).toBe(file)
    expect(JSON.parse(readFileSync(join(tree, file), 'utf8'))).toEqual(contract)
    expect(saveReleasedContract(origin, 'gallery', contract, tree)).toBeNull()
  },
)

test.each(['http://localhost:8787', 'http://127.0.0.1:8787', 'http://[::1]:8787'])(
  'saves no contract after a release to %s',
  (origin) => {
    expect(saveReleasedContract(origin, 'gallery', contract, tree)).toBeNull()
    expect(readFileSync(join(tree, file), 'utf8')).toBe('before')
  },
)
