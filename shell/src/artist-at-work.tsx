import styles from './artist-at-work.module.css'

/**
 * The idea of the site in one picture: ink where the needle has passed, violet stencil elsewhere.
 */
export function ArtistAtWork({ label }: { label: string }) {
  return (
    <svg
      className={styles.art}
      viewBox="0 0 720 760"
      preserveAspectRatio="xMaxYMid meet"
      role="img"
      aria-label={label}
    >
      <Patterns />
      <g transform="translate(0 486) rotate(-13)">
        <path
          className={styles.skin}
          d="M-1100 -120C-700 -110 -400 -130 -160 -164C-60 -186 60 -204 190 -186C340 -164 470 -118 590 -98C650 -88 700 -96 800 -124L820 190C720 140 650 108 590 98C470 84 390 120 270 160C130 204 -40 204 -160 186C-400 150 -700 140 -1100 160Z"
        />
        <path
          className={styles.fine}
          d="M60 186C150 178 240 156 330 122M20 172C70 170 120 164 160 154M-120 168C-70 178 -20 182 20 180M-120 -138C-60 -152 0 -162 60 -166"
        />
      </g>
      <g transform="translate(268 408) rotate(-10) scale(1.02)">
        <use href="#artist-rose" className={styles.stencil} />
        <g clipPath="url(#artist-inked)">
          <use href="#artist-rose" className={styles.inked} />
        </g>
      </g>
      <path className={styles.fine} d="M-900 706H720M-900 711H720" />
      <path className={styles.metal} d="M482 706l-6 -34h44l-6 34ZM542 706l-6 -34h44l-6 34Z" />
      <path className={styles.ink} d="M539 689h38l-3 17h-32Z" />
      <path d="M478 682q20 5 40 0" />
      <path
        className={styles.metal}
        d="M612 706v-70q0 -14 16 -18v-16h24v16q16 4 16 18v70ZM634 602l2 -26h8l2 26M612 644h56M612 690h56"
      />
      <path className={styles.ink} d="M640 651c5 8 9 12 9 18a9 9 0 0 1 -18 0c0 -6 4 -10 9 -18Z" />
      <path
        className={styles.skin}
        d="M640 226C690 220 720 206 780 186V470C720 462 690 446 640 440Z"
      />
      <path
        className={styles.ink}
        d="M704 212l12 -4C724 290 724 380 714 456l-12 -4C710 380 710 290 704 212ZM728 203l5 -2C742 290 742 380 732 462l-5 -1C736 380 736 290 728 203Z"
      />
      <path className={styles.cord} d="M520 270C560 120 620 150 640 96S690 30 740 34" />
      <path
        className={styles.glove}
        d="M672 212C640 224 610 222 590 220C560 218 520 232 486 258L414 344C402 360 402 386 422 392C434 396 446 392 454 386C448 406 462 426 488 424C484 444 504 458 528 450C570 456 630 446 676 448C686 372 684 290 672 212Z"
      />
      <path
        className={styles.gap}
        d="M454 386C472 374 486 368 502 366M488 424C516 412 540 406 568 406"
      />
      <Machine />
      <path
        className={styles.ink}
        d="M640 222C612 224 590 222 572 222C544 220 516 228 494 242C466 256 438 262 416 276C396 290 372 318 364 332C356 346 372 360 388 350C400 340 412 326 426 314C452 308 482 306 504 296C560 300 620 290 640 222Z"
      />
      <path
        className={styles.ink}
        d="M620 290C560 284 530 292 502 306C474 316 440 322 418 334C402 344 392 356 390 364C388 378 402 384 414 376C430 366 444 362 462 360C500 362 560 372 620 356Z"
      />
      <path
        className={styles.gap}
        d="M494 242C466 256 438 262 416 276C396 290 372 318 364 332C356 346 372 360 388 350C400 340 412 326 426 314C452 308 482 304 504 294C514 290 526 288 540 287M430 328C402 344 392 356 390 364C388 378 402 384 414 376C430 366 444 361 462 360C482 360 500 362 520 364"
      />
      <path
        className={styles.gap}
        d="M434 275q10 6 12 18M502 250q12 8 12 22M648 226C658 300 658 372 650 442"
      />
    </svg>
  )
}

/** The rose, once for the stencil and once for the ink, and how far the ink has come. */
function Patterns() {
  return (
    <defs>
      <g id="artist-leaf">
        <path d="M0 0C8 -34 44 -54 96 -52C84 -14 50 14 0 0Z" />
        <path
          className={styles.v}
          d="M10 -5C34 -20 58 -36 84 -46M34 -20l0 -20M50 -30l2 -16M40 -24l20 4M56 -34l16 4"
        />
      </g>
      <g id="artist-rose">
        <use href="#artist-leaf" transform="translate(66 -78) rotate(-18) scale(1.05)" />
        <use href="#artist-leaf" transform="translate(-96 -40) rotate(-168) scale(1.0)" />
        <use href="#artist-leaf" transform="translate(58 86) rotate(58) scale(1.05)" />
        <use href="#artist-leaf" transform="translate(-70 82) rotate(128) scale(0.9)" />
        <path d="M15 -29C22 -78 59 -113 102 -66Q109 -33 122 -7C116 58 66 51 30 15Z" />
        <path d="M5 32C28 76 19 129 -45 109Q-71 85 -97 69C-131 13 -85 -7 -34 3Z" />
        <path d="M33 6C85 -1 130 21 96 74Q64 89 40 108C-27 121 -33 74 -7 31Z" />
        <path d="M-31 14C-68 48 -123 56 -124 -7Q-108 -37 -100 -65C-54 -113 -19 -78 -14 -29Z" />
        <path d="M-24 -23C-70 -46 -93 -91 -31 -113Q4 -108 35 -110C98 -83 73 -41 25 -21Z" />
        <path d="M22 -13C44 -41 82 -48 90 2Q78 27 71 49C29 85 6 58 8 23Z" />
        <path d="M-10 22C-11 57 -38 84 -75 47Q-80 20 -88 -2C-76 -54 -40 -44 -21 -15Z" />
        <path d="M19 17C53 29 71 62 21 82Q-7 78 -32 77C-80 49 -58 20 -22 13Z" />
        <path d="M-8 -23C-30 -50 -28 -87 25 -81Q47 -64 69 -51C95 -5 61 10 26 -1Z" />
        <path d="M-26 -1C-61 10 -97 -5 -72 -50Q-47 -64 -28 -79C28 -85 30 -50 8 -23Z" />
        <path d="M14 0C39 -11 64 -2 47 34Q27 44 10 54C-33 50 -30 26 -7 11Z" />
        <path d="M-8 11C-13 36 -35 50 -56 17Q-54 -4 -53 -23C-24 -54 -6 -38 -5 -12Z" />
        <path d="M-5 -12C-24 -31 -24 -56 18 -53Q35 -39 50 -27C61 12 36 17 14 3Z" />
        <path d="M-26 -8C-30 -32 -6 -42 14 -32C34 -22 34 6 18 20C0 34 -24 20 -26 -8Z" />
        <path
          className={styles.v}
          d="M16 -6C16 -22 -4 -28 -14 -16C-22 -4 -12 12 2 10C12 8 12 -6 2 -6"
        />
      </g>
      <clipPath id="artist-inked">
        <path className={styles.progress} d="M-260 -260H20L34 -60L8 -6L24 30L2 70L14 260H-260Z" />
      </clipPath>
    </defs>
  )
}

function Machine() {
  return (
    <g transform="translate(292 404) rotate(40)">
      <path d="M0 -2V-40" />
      <path className={styles.metal} d="M-3 -26L-8 -90H8L3 -26Z" />
      <rect className={styles.metal} x="-15" y="-198" width="30" height="110" rx="9" />
      <path
        className={styles.fine}
        d="M-14 -178l28 -13M-14 -164l28 -13M-14 -150l28 -13M-14 -136l28 -13M-14 -122l28 -13M-14 -108l28 -13"
      />
      <path className={styles.metal} d="M-7 -198V-240H7V-198" />
      <path
        className={styles.metal}
        d="M-20 -238H98V-318q0 -9 -9 -9h-5q-6 0 -6 6V-260H-4V-332q0 -27 -24 -31l-7 15q15 4 15 20Z"
      />
      <rect className={styles.metal} x="10" y="-318" width="28" height="58" rx="2" />
      <rect className={styles.metal} x="44" y="-318" width="28" height="58" rx="2" />
      <path
        className={styles.coil}
        d="M13 -310h22M13 -303h22M13 -296h22M13 -289h22M13 -282h22M13 -275h22M13 -268h22M47 -310h22M47 -303h22M47 -296h22M47 -289h22M47 -282h22M47 -275h22M47 -268h22"
      />
      <path d="M86 -327C72 -348 42 -350 20 -332M0 -322V-240" />
      <path className={styles.metal} d="M-7 -332H80v10H-7Z" />
      <path className={styles.metal} d="M-39 -378l9 -6 33 42 -8 6Z" />
      <circle className={styles.metal} cx="-38" cy="-386" r="10" />
    </g>
  )
}
