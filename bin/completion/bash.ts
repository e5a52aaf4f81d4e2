import { type Node, namesOf, quoted } from "./shell.ts";

/** A script for bash 4 and newer: `eval "$(boothctl completion bash)"`. */
export function bashScript(nodes: readonly Node[]): string {
  const cases = (choose: (node: Node) => readonly string[]) =>
    nodes
      .filter((node) => choose(node).length > 0)
      .map((node) => `    ${quoted(node.path)}) echo ${quoted(choose(node).join(" "))} ;;`);
  const choices = nodes.flatMap(({ path, choices: named }) =>
    Object.entries(named).map(
      ([flag, words]) => `    ${quoted(`${path} ${flag}`)}) echo ${quoted(words.join(" "))} ;;`,
    ),
  );
  const valued = nodes.flatMap(({ path, takesValue }) => takesValue.map((flag) => `${path} ${flag}`));
  return `# Completion of boothctl for bash. Made by "boothctl completion bash"; do not edit.
_boothctl_verbs() {
  case "$1" in
${cases(({ verbs }) => namesOf(verbs)).join("\n")}
  esac
}
_boothctl_flags() {
  case "$1" in
${cases(({ flags }) => namesOf(flags)).join("\n")}
  esac
}
_boothctl_choices() {
  case "$1" in
${choices.join("\n")}
  esac
}
_boothctl_takes_value() {
  case "$1" in
    ${valued.map(quoted).join("|\\\n    ")}) return 0 ;;
  esac
  return 1
}
_boothctl() {
  local word=\${COMP_WORDS[COMP_CWORD]} path="" before="" lead="" each
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    # Between a flag and its value; a word of its own unless COMP_WORDBREAKS lacks it.
    if [[ $each == = ]]; then continue
    elif [[ -n $before ]]; then before=""
    elif [[ $each == -* ]]; then if _boothctl_takes_value "$path $each"; then before=$each; fi
    elif [[ " $(_boothctl_verbs "$path") " == *" $each "* ]]; then path=\${path:+$path }$each
    fi
  done
  if [[ $word == = ]]; then word=""
  elif [[ -z $before && $word == --*=* ]]; then before=\${word%%=*} lead=\${word%%=*}= word=\${word#*=}
  fi
  local offered
  if [[ -n $before ]]; then offered=$(_boothctl_choices "$path $before")
  elif [[ $word == -* ]]; then offered=$(_boothctl_flags "$path")
  else offered="$(_boothctl_verbs "$path") $(_boothctl_choices "$path ")"
  fi
  COMPREPLY=($(compgen -P "$lead" -W "$offered" -- "$word" || true))
}
complete -o default -F _boothctl boothctl
`;
}
