/**
 * The site's typefaces. The shell's build copies them to these paths (`shell/rsbuild.config.ts`).
 */
export const fontFiles = ['/fonts/hanken-grotesk.woff2', '/fonts/grenze-gotisch.woff2']

/**
 * The stylesheet of the page, inlined to save a request on a slow connection. Colours are the
 * site's tokens (docs/design.md).
 */
export const pageStyle = `@font-face{font-family:"Hanken Grotesk";src:url(${fontFiles[0]}) format("woff2");font-weight:400 600;font-display:swap}
@font-face{font-family:"Grenze Gotisch";src:url(${fontFiles[1]}) format("woff2");font-weight:600 700;font-display:swap}
@font-face{font-family:fallback;src:local("Arial"),local("Liberation Sans");size-adjust:100.3%;ascent-override:99.7%;descent-override:29.9%;line-gap-override:0%}
@font-face{font-family:"title fallback";src:local("Times New Roman Bold"),local("Liberation Serif Bold");size-adjust:86.7%;ascent-override:126.9%;descent-override:43.8%;line-gap-override:0%}
:root{color-scheme:light dark;--paper:light-dark(#f1f2f4,#0e0c13);--sheet:light-dark(#fff,#17141f);--ink:light-dark(#131118,#edebf3);
--soft:light-dark(#5d5a66,#a29eae);--line:light-dark(#d6d7dd,#2d2838);--control:#7d7a88;--violet:light-dark(#4a22b5,#a68bff);--wash:light-dark(#ece7fa,#231b3d);
--red:light-dark(#a3161b,#ff9c98);--title:"Grenze Gotisch","title fallback",serif}
*{box-sizing:border-box}
[hidden]:not(#answer){display:none!important}#answer[hidden]{visibility:hidden}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 "Hanken Grotesk",fallback,system-ui,sans-serif;overflow-wrap:break-word;text-size-adjust:none}
a{color:inherit;text-underline-offset:.2em}
:focus-visible,label:has(:focus-visible){outline:2px solid var(--violet);outline-offset:2px}
h1,h2,p,dl,dd,figure,fieldset{margin:0;min-width:0;padding:0;border:0}
h1{font:700 clamp(1.75rem,1.4rem + 1.2vw,2.25rem)/1.1 var(--title);letter-spacing:-.01em;overflow-wrap:anywhere;text-wrap:balance}
h1.long{font-size:1.1875rem;line-height:1.35;letter-spacing:normal}
h2,label{font-size:1rem;font-weight:600}
header,main,footer{padding-inline:max(1rem,(100% - 75rem)/2)}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1.5rem;min-height:3.75rem;padding-block:.375rem;border-bottom:1px solid var(--line);color:var(--soft)}
.home{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--ink);font:700 1.625rem/1 var(--title);text-decoration:none}
main{padding-block:1rem 3rem}
.soft{color:var(--soft);font-size:.9375rem;line-height:1.45}
.columns,.column,.title,section,.actions{display:grid;gap:1.25rem;min-width:0}
.column{align-content:start}
.title{gap:.375rem}
section,.actions{gap:.5rem}
.size{font-size:1.25rem;font-weight:600;line-height:1.35;font-variant-numeric:tabular-nums}
figure{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem}
figure img,.drawing{order:-1;width:100%;height:min(37.5rem,32svh);border:1px solid var(--line)}
figure img{display:block;object-fit:contain;background:#fff}
.drawing{display:none;grid:minmax(0,1fr)/minmax(0,1fr);padding:.75rem;background:var(--sheet)}
#design{display:grid}
figure:has(#show-stencil:checked){& img,& #design{display:none}& #stencil{display:grid}}
.facts div{display:contents}
.drawing p{max-width:34rem;margin:auto;text-align:center}
.drawing svg{display:block;width:100%;height:100%;min-height:0;overflow:visible}
.lines{fill:var(--violet)}.ruler{fill:none;stroke:var(--soft);stroke-width:1px;vector-effect:non-scaling-stroke}.ruler-text{fill:var(--soft)}
fieldset{display:flex;gap:.5rem}
.unseen{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem;font-variant-numeric:tabular-nums}
.facts dd{min-height:1.5em}
.facts dt{color:var(--soft)}
.colours span{display:inline-flex;align-items:center;gap:.375rem;margin-inline-end:.75rem}
.colours svg{width:1.25rem;height:.8rem;border:1px solid var(--control);forced-color-adjust:none}
.notes{padding-inline-start:.75rem;border-inline-start:3px solid var(--violet);white-space:pre-wrap;overflow-wrap:anywhere}
.row{display:flex;flex-wrap:wrap;gap:.5rem}.row .button{padding-inline:.75rem}
.button,select,textarea,fieldset label{min-height:2.75rem;padding:.5rem 1.125rem;border:1.5px solid var(--ink);border-radius:2px;background:none;color:var(--ink);
font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer}
.button,fieldset label{display:inline-flex;align-items:center;justify-content:center;background:var(--sheet)}
fieldset label:has(:checked){outline:2px solid var(--violet);outline-offset:-2px;background:var(--wash)}
fieldset label:has(:focus-visible){outline-offset:2px}
.button.first{background:var(--ink);color:var(--paper)}
.button:hover:enabled,a.button:hover{border-color:var(--violet);background:var(--violet);color:var(--paper)}
.button:disabled{border-color:var(--line);background:none;color:var(--soft);cursor:default}
select,textarea{width:100%;border-color:var(--control);background:var(--sheet);font-weight:400;line-height:1.5;text-align:start}
textarea{padding-inline:.75rem;resize:vertical;cursor:auto}
::placeholder{color:var(--soft);opacity:1}
summary{width:max-content;min-height:2.75rem;padding-block:.625rem;color:var(--soft);font-size:.9375rem;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
details label{display:grid;gap:.25rem;font-weight:400}
label.check{display:flex;align-items:center;gap:.75rem;min-height:2.75rem}
label.check input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--violet)}
.status{min-height:1.45em}.status.failed{color:var(--red)}
footer{padding-block:1.25rem;border-top:1px solid var(--line)}
.alone{min-height:60svh;place-content:center;justify-items:start;gap:1rem}
@media(scripting:none){.scripted,.drawing,#answer{display:none!important}}
@media(min-width:56rem){main{min-height:calc(100svh - 9.5rem);padding-block:2rem}.columns{grid-template-columns:minmax(0,1fr) 25rem;gap:2.5rem}figure{align-self:start}figure img,.drawing{height:clamp(20rem,100svh - 12.5rem,37.5rem)}}
@media(max-height:37.5rem){main{padding-block-start:.5rem}.title{gap:.125rem}.columns,.column{gap:.75rem}figure{gap:.5rem}figure img,.drawing{height:28svh}.title{order:-2}.actions{order:-1}}
@media(min-width:40rem) and (max-height:31.25rem){header{min-height:2.75rem;padding-block:0}main{padding-block:.5rem 2rem}.columns{grid-template-columns:minmax(0,1fr) minmax(18rem,25rem);gap:1.5rem}figure{align-self:start}figure img,.drawing{height:calc(100svh - 7.25rem)}}
@media print{:root{color-scheme:light}header,.actions,.row,fieldset,.screen{display:none!important}main{padding:0}.columns{display:block}body,.drawing{background:none}
figure{display:block}.drawing:not([hidden]){display:block!important;border:0;padding:0;height:auto}.drawing svg{width:var(--print-width,100%);max-width:100%;height:auto}figure img{display:block!important;max-height:90mm;height:auto;border:0;object-position:left}
section,figure{break-inside:avoid}}`
