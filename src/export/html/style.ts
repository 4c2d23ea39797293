/** One style for screen and paper, with the system's own fonts: the page loads nothing. */
export const style = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--line:#d1d9e0;--page:#fff;--box:#f6f8fa;--good:#1a7f37;--bad:#c4232f;--doubt:#8a5a00;--accent:#0757a8;--mark:#fff0b3}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;--line:#3a424c;--page:#12161c;--box:#1a2028;--good:#4ac26b;--bad:#ff8182;--doubt:#e3b341;--accent:#79b8ff;--mark:#5a4a10}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:48rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 1rem;text-wrap:balance}
h2{font-size:1.1rem;margin:2.25rem 0 .75rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:0 0 .35rem}
p{margin:.5rem 0}
.soft,.place,footer{color:var(--soft)}
.kind{color:var(--soft);font-size:.85rem;margin:0 0 .25rem;letter-spacing:.02em}
.answer{border-left:4px solid var(--accent);padding:.25rem 0 .25rem 1rem;margin:1rem 0}
.answer.calm{border-left-style:dashed;border-left-color:var(--line)}
.lead{font-style:italic}
.short{font-size:1.35rem;font-weight:600;margin:.25rem 0}
mark{background:var(--mark);color:inherit;border-radius:2px;padding:0 .1em}
sup a{text-decoration:none}
a{color:var(--accent)}
.status{font-weight:650;display:inline-flex;gap:.4em;align-items:baseline}
.status::before{content:"";width:.62em;height:.62em;border-radius:50%;background:currentColor;flex:none;align-self:center}
.supported{color:var(--good)}.refuted{color:var(--bad)}.conflicting,.uncertain{color:var(--doubt)}.not-enough-evidence,.undecided,.not-a-claim{color:var(--soft)}.split{color:var(--doubt)}
.refuted.status::before{border-radius:0}.conflicting.status::before{border-radius:0;transform:rotate(45deg)}
.uncertain.status::before,.not-enough-evidence.status::before,.undecided.status::before{background:none;border:2px solid currentColor}
ol.evidence{list-style:none;padding:0;margin:0}
ol.evidence>li,.item{margin:0 0 1rem;padding:.75rem 1rem;background:var(--box);border:1px solid var(--line);border-radius:6px;break-inside:avoid}
ol.evidence>li:target{outline:2px solid var(--accent)}
.head{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;font-size:.9rem}
.number{font-weight:650}
.path{overflow-wrap:anywhere}
blockquote{margin:.25rem 0 0;padding:0;overflow-wrap:anywhere}
.cited{margin:.75rem 0 0}
.item>p:first-child{margin-top:0}
.headings,.note,.copies{font-size:.875rem;color:var(--soft);margin:.35rem 0 0;overflow-wrap:anywhere}
.accepted{color:var(--good)}.rejected{color:var(--bad)}
table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.75rem 0}
th,td{min-width:5.5rem;text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
td.num,th.num{min-width:0;white-space:nowrap}
svg .uncertain,svg .undecided{opacity:.5}
th{font-weight:600;color:var(--soft)}
tr{break-inside:avoid}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;font-size:.85rem;margin:0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
figure{margin:1rem 0;break-inside:avoid}
figcaption{font-size:.85rem;color:var(--soft);margin-top:.35rem}
svg{display:block;width:100%;height:auto;font:12px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
svg text{fill:var(--ink)}svg .soft{fill:var(--soft)}svg .bar{fill:var(--accent)}svg .track{fill:var(--line)}
.tiles{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;list-style:none;padding:0;margin:.75rem 0}
.claim h3{font-weight:500}
.warn{border:1px solid var(--doubt);border-radius:6px;padding:.5rem .75rem;margin:.75rem 0}
footer{margin-top:3rem;font-size:.85rem}
@media print{
:root{color-scheme:light;--ink:#000;--soft:#444;--line:#bbb;--page:#fff;--box:#fff;--good:#0b5a22;--bad:#9c1220;--doubt:#6b4500;--accent:#06407c;--mark:#fff0b3}
@page{margin:18mm 16mm}
body{font-size:10.5pt}
main{max-width:none;padding:0}
h1{font-size:16pt}h2{break-after:avoid}
mark{background:none;font-weight:600;text-decoration:underline}
a{color:inherit}
.bar,.track,.status::before{print-color-adjust:exact;-webkit-print-color-adjust:exact}
svg rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}`;
