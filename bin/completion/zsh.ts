import { type Node, quoted } from "./shell.ts";
import type { Word } from "./tree.ts";

/** A script for zsh: `boothctl completion zsh > "${fpath[1]}/_boothctl"`, or `eval` it after `compinit`. */
export function zshScript(nodes: readonly Node[]): string {
  const list = (words: readonly Word[]) => words.map((word) => quoted(described(word))).join(" ");
  const cases = nodes.map(({ path, verbs, flags, choices }) => {
    const first = (choices[""] ?? []).map((name) => ({ name, about: "" }));
    return `    ${quoted(path)}) verbs=(${list([...verbs, ...first])}); flags=(${list(flags)}) ;;`;
  });
  const valued = nodes.flatMap(({ path, takesValue, choices }) =>
    takesValue.map(
      (flag) =>
        `    ${quoted(`${path} ${flag}`)}) values=(${(choices[flag] ?? []).map(quoted).join(" ")}); return 0 ;;`,
    ),
  );
  return `#compdef boothctl
# Completion of boothctl for zsh. Made by "boothctl completion zsh"; do not edit.
_boothctl_words() {
  verbs=() flags=()
  case "$1" in
${cases.join("\n")}
  esac
}
_boothctl_value() {
  values=()
  case "$1" in
${valued.join("\n")}
  esac
  return 1
}
_boothctl() {
  local trail="" before="" each
  local -a verbs flags values
  _boothctl_words ""
  for each in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $before ]]; then before=""
    elif [[ $each == -* ]]; then _boothctl_value "$trail $each" && before=$each
    elif (( \${\${verbs[@]%%:*}[(Ie)$each]} )); then trail=\${trail:+$trail }$each; _boothctl_words "$trail"
    fi
  done
  if [[ -z $before && \${words[CURRENT]} == --*=* ]]; then
    before=\${words[CURRENT]%%=*}; _boothctl_value "$trail $before"; compset -P '*='
  fi
  if [[ -n $before ]]; then (( $#values )) && compadd -a values || _files
  elif [[ \${words[CURRENT]} == -* ]]; then _describe -t flags flag flags
  elif (( $#verbs )); then _describe -t verbs verb verbs
  else _files
  fi
}
if [[ \${funcstack[1]} == _boothctl ]]; then _boothctl "$@"; else compdef _boothctl boothctl; fi
`;
}

const described = ({ name, about }: Word) => `${name}${about === "" ? "" : `:${about.replaceAll(":", "\\:")}`}`;
