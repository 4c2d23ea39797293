/** What a document may hold that must stay text wherever it is shown. */
export const hostileText =
  '</style></script><script>alert(1)</script><img src="https://example.org/x.png" onerror=alert(2)> [link](javascript:alert(3)) ![i](https://example.org/i.png) `code` ${x} &lt; "quoted" \u0007';
