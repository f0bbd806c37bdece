/** The stylesheet of the page, inlined to save a request on a slow connection. Colours are the site's tokens (docs/design.md). */
export const pageStyle = `:root{color-scheme:light dark;--paper:light-dark(#f1f2f4,#0e0c13);--sheet:light-dark(#fff,#17141f);--ink:light-dark(#131118,#edebf3);
--soft:light-dark(#5d5a66,#a29eae);--line:light-dark(#d6d7dd,#2d2838);--control:#7d7a88;--violet:light-dark(#4a22b5,#a68bff);--red:light-dark(#a3161b,#ff9c98)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 "Hanken Grotesk",system-ui,sans-serif;overflow-wrap:break-word;text-size-adjust:none}
a{color:inherit;text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--violet);outline-offset:2px}
h1,h2,h3,p,dl,dd,figure{margin:0}
h1{font-size:clamp(1.75rem,1.4rem + 1.8vw,2.5rem);line-height:1.1;letter-spacing:-.01em;overflow-wrap:anywhere;text-wrap:balance}
h1.long{font-size:1.1875rem;line-height:1.35;letter-spacing:normal}
h2{font-size:1.1875rem;line-height:1.35}
header,main,footer{padding-inline:max(1.25rem,(100% - 75rem)/2)}
header{display:grid;align-items:center;border-bottom:1px solid var(--line)}
header a,summary{display:inline-flex;align-items:center;min-height:2.75rem;text-decoration:none;font-weight:500;white-space:nowrap}
header a:hover{text-decoration:underline}
header .home{z-index:1;grid-area:1/1;place-self:start;min-height:4.125rem;font:700 1.9375rem/1 "Grenze Gotisch",Georgia,serif}
header nav{display:flex;gap:1.5rem}
header .sign-in{padding:0 1.125rem;border-radius:2px;background:var(--ink);color:var(--paper);font-weight:600}
header .sign-in:hover{background:var(--violet);text-decoration:none}
summary{padding:0 .5rem;font-weight:600;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"";width:1rem;height:.7rem;margin-inline-end:.5rem;border-block:2px solid;background:linear-gradient(currentColor,currentColor) center/100% 2px no-repeat}
header .narrow,header .wide{grid-area:1/1}
.narrow summary{display:flex;width:max-content;min-height:4.125rem;margin-inline-start:auto}
.narrow nav{display:grid;gap:0;padding-block-end:.75rem}
.narrow nav a{min-height:3.25rem;border-top:1px solid var(--line)}
header .wide{display:none}
@media(min-width:48rem){header .wide{display:flex;justify-self:end}header .narrow{display:none}}
main{display:grid;gap:1.5rem;padding-block:1.5rem 4rem}
.title{display:grid;gap:.5rem}
.soft{color:var(--soft);font-size:.875rem;line-height:1.45}
.columns{display:grid;gap:2.5rem;align-items:start}
.column{display:grid;gap:2rem;min-width:0}
section,figure{display:grid;gap:.75rem;min-width:0}
figure img{display:block;width:100%;aspect-ratio:1;max-height:32rem;object-fit:contain;background:#fff;border:1px solid var(--line)}
.drawing{display:grid;align-content:center;min-height:18rem;padding:.75rem;background:var(--sheet);border:1px solid var(--line)}
.drawing p{max-width:34rem;margin:auto;text-align:center}
.drawing svg{display:block;width:100%;height:auto;max-height:32rem;overflow:visible}
.lines{fill:var(--violet)}.ruler{fill:none;stroke:var(--soft);stroke-width:1px;vector-effect:non-scaling-stroke}.ruler-text{fill:var(--soft)}
.facts{display:grid;grid-template-columns:minmax(7rem,max-content) minmax(0,1fr);gap:.5rem 1.5rem;font-variant-numeric:tabular-nums}
.facts dd{min-height:1.5em}
.facts dt{color:var(--soft)}
.colours{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0;list-style:none}
.colours li{display:inline-flex;align-items:center;gap:.5rem}
.colours svg{width:1.5rem;height:1rem;border:1px solid var(--control);forced-color-adjust:none}
.notes{white-space:pre-wrap;overflow-wrap:anywhere}
.actions{display:grid;gap:.75rem}
.button,select{min-height:2.75rem;padding:.5rem 1.25rem;border:1.5px solid var(--ink);border-radius:2px;background:none;color:var(--ink);
font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer}
.button{display:inline-flex;align-items:center;justify-content:center}
.button.first{background:var(--ink);color:var(--paper)}
.button:hover:enabled,a.button:hover{border-color:var(--violet);background:var(--violet);color:var(--paper)}
.button:disabled{border-color:var(--line);background:none;color:var(--soft);cursor:default}
select{width:100%;border-color:var(--control);background:var(--sheet);font-weight:400;text-align:start}
label{display:grid;gap:.25rem}
label.check{display:flex;align-items:center;gap:.75rem;min-height:2.75rem}
label.check input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--violet)}
.status{min-height:1.5em}.status.failed{color:var(--red)}
footer{padding-block:1.25rem;border-top:1px solid var(--line)}
.alone{min-height:60svh;place-content:center;justify-items:start}
@media(scripting:none){.scripted,.drawing{display:none!important}}
@media(min-width:56rem){.columns{grid-template-columns:minmax(0,1fr) 24rem}}
@media print{:root{color-scheme:light}header,.actions,.screen{display:none!important}main{padding:0}body,.drawing{background:none}
.drawing{border:0;padding:0;min-height:0}.drawing svg{width:var(--print-width,100%);max-width:100%;max-height:none}figure img{max-height:90mm;aspect-ratio:auto;border:0;object-position:left}
section,figure{break-inside:avoid}}`
