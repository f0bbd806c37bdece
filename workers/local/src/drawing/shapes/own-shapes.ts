/** Outlines that game-icons lacks or draws too busily for a tattoo. Same box of 512 x 512. */
export const ownShapes: Readonly<Record<string, string>> = {
  moon: 'M330 36A226 226 0 1 0 476 330A188 188 0 1 1 330 36Z',
  star: 'M256 24L312 186L484 190L347 294L396 458L256 361L116 458L165 294L28 190L200 186Z',
  cross: 'M216 24H296V152H424V232H296V488H216V232H88V152H216Z',
  cloud: 'M120 384A84 84 0 0 1 104 218A112 112 0 0 1 312 156A88 88 0 0 1 428 226A80 80 0 0 1 404 384Z',
}
