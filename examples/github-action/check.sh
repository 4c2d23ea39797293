#!/usr/bin/env bash
# What the action runs. By hand: LINCHPIN="node dist/cli.mjs" FILES="docs/*.md" AGAINST=sources bash check.sh
set -euo pipefail
mapfile -t patterns < <(printf '%s\n' "$FILES" | sed '/^[[:space:]]*$/d')
mapfile -d '' -t files < <(git ls-files -z -- "${patterns[@]/#/:(glob)}")
if [ "${#files[@]}" -eq 0 ]; then
  echo "::warning title=Linchpin::No file matches $(printf '%s' "$FILES" | tr '\n' ' ')"
  exit 0
fi
# The command may have words of its own, such as "node dist/cli.mjs".
read -r -a command <<< "${LINCHPIN:-linchpin}"
exec "${command[@]}" check "${files[@]}" --against "${AGAINST:-.}" --fail-on "${FAIL_ON:-refuted,conflicting}" --format github \
  ${BASELINE:+--baseline "$BASELINE"}
