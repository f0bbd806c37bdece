import { generateKeyPairSync, sign } from 'node:crypto'

/** Creates a self-signed certificate for localhost. New at each call, so that the repository contains no key. */
export function selfSign(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(Buffer.from('06082a8648ce3d040302', 'hex')) // ecdsa-with-SHA256
  const name = sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('localhost'))))) // commonName
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z')))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(der(0x02, Buffer.from([1])), algorithm, name, validity, name, spki)
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('SHA256', body, privateKey)]))
  const cert = sequence(body, algorithm, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
